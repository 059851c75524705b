import type { SessionReader } from './client.ts'
import { type LineEnd, linesOf } from './lines.ts'
import type { Parser } from './parser.ts'

/** What `SessionReader.count` says of a delta, by the client's own parser. */
export function countDelta(parser: Parser, delta: Buffer, endOf?: LineEnd): ReturnType<SessionReader['count']> {
  let at = 0
  for (const line of linesOf(delta, endOf)) {
    const end = at + line.length
    parser.add(parser.classify(delta, at, end), delta, at, end)
    at = end
  }
  return { ...parser.mark(), lastTime: parser.lastTime }
}
