import { Failure } from '../../model/errors.ts'

/** An index that a newer Stet keeps is left to it: else two versions would each throw away what the other made. */
export function indexTooNew(version: number, known: number): Failure {
  return new Failure('search-unavailable', `The search index was made by a newer Stet (version ${version}).`, {
    facts: { version, known },
    hint: 'Update Stet; the record is complete, and nothing was changed.',
  })
}
