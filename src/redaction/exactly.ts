import type { Exact, ExactBytes } from '../model/passed.ts'

/**
 * Text as it was recorded, secrets and all: for session files, restoring and materializing, raw, json, backups, and one's own
 * sessions on the command line. Who may import this is listed in tests/architecture.test.ts.
 */
export function exactly(text: string): Exact {
  return text as Exact
}

export async function* exactStream(stream: AsyncIterable<Buffer>): AsyncIterable<ExactBytes> {
  for await (const bytes of stream) yield exactBytes(bytes)
}

export function exactBytes(bytes: Buffer): ExactBytes {
  return bytes as ExactBytes
}
