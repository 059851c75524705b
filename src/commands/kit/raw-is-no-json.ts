import { Failure } from '../../model/errors.ts'

/** Recorded bytes are not JSON, and `--json` promises one JSON value. */
export function rawIsNoJson(): Failure {
  return new Failure('usage', '--raw prints bytes and --json prints one JSON value: they cannot be used together.', {
    hint: 'Leave one of them out.',
  })
}
