import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'

export interface ContextName {
  readonly name: string
  readonly commit: CommitId
}

/** Throws where a name does not name the commit that it is expected to, null for none; undefined expects nothing. */
export function expectNamed(names: readonly ContextName[], name: string, expected: CommitId | null | undefined): void {
  const found = names.find((known) => known.name === name)?.commit ?? null
  if (expected === undefined || found === expected) return
  const is = (commit: CommitId | null) => commit ?? 'nothing'
  throw new Failure('tag-moved', `${JSON.stringify(name)} now names ${is(found)}, not ${is(expected)}.`, {
    facts: { name, expected: expected ?? '', found: found ?? '' },
    hint: 'Run `stet ctx list` to see the names, then run the command again with the present commit.',
  })
}
