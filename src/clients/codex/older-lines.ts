import { linesOf } from '../lines.ts'
import { readLine } from './schema.ts'

/** Lines of the client's first versions, which had no envelope, with one around each; what is no record stays as it is. */
export function withEnvelopes(bytes: Buffer): Buffer {
  return Buffer.concat(
    [...linesOf(bytes)].map((line) => {
      const { timestamp, type, payload } = readLine(line) ?? {}
      return type === undefined ? line : Buffer.from(`${JSON.stringify({ timestamp, type, payload })}\n`)
    }),
  )
}
