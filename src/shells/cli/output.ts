import { writeSync } from 'node:fs'
import { Failure } from '../../model/errors.ts'

export const OUT = 1
export const ERR = 2

/** Somebody closed the other end, as `head` does. Not a failure: there is nobody left to tell. */
export class Closed extends Error {}

/**
 * Writes all of it, or throws `Closed` when nobody reads any more. It goes to the descriptor itself: the streams of
 * Node take longer to load than a short command to run.
 */
export function write(descriptor: number, data: string | Uint8Array): void {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EPIPE') throw new Closed()
      if (code !== 'EAGAIN') throw unwritable(error)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2) // the reader is slow and the pipe does not wait
    }
  }
}

function unwritable(error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error)
  return new Failure('target-unwritable', `The output cannot be written: ${reason}.`, {
    facts: { reason },
    cause: error,
  })
}
