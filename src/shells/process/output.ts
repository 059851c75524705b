import { writeSync } from 'node:fs'
import { plainText } from '../../commands/kit/text/plain-text.ts'
import { Failure } from '../../model/errors.ts'
import type { Passed } from '../../model/passed.ts'

export const OUT = 1
export const ERR = 2

/** Somebody closed the other end, as `head` does. Not a failure: there is nobody left to tell. */
export class Closed extends Error {}

/** Colours as `createScreen` gives them, and the line of a progress being written over: all that Stet tells a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the only ones that may pass
const OWN = /(\x1b\[(?:1|2|22|31|32|33|36|39)m|\r\x1b\[K)/

/**
 * Writes all of it, or throws `Closed` when nobody reads any more. Everything Stet prints goes through here: text is made
 * plain, whatever it came from and whoever forgot to do so before; bytes pass as they are, since only what was asked for
 * byte by byte is given as bytes, and decoded where a terminal would act on them. It goes to the descriptor itself: the streams of Node take longer to load than a short
 * command to run.
 */
export function write(descriptor: number, data: Passed, decoder?: InstanceType<typeof TextDecoder>): void {
  const isText = typeof data === 'string'
  const text = isText ? data : decoder?.decode(data, { stream: true })
  const bytes = text === undefined ? (data as Uint8Array) : Buffer.from(withoutActions(text))
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

/** The text with nothing in it that a terminal acts on, but for what is Stet's own. */
export function withoutActions(text: string): string {
  return text
    .split(OWN)
    .map((text, at) => (at % 2 === 1 ? text : plainText(text)))
    .join('')
}

function unwritable(error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error)
  return new Failure('target-unwritable', `The output cannot be written: ${reason}.`, {
    facts: { reason },
    cause: error,
  })
}
