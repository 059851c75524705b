import type { Client } from '../../clients/client.ts'
import type { LineRole, Parser } from '../../clients/parser.ts'
import type { LineReader } from './line-reader.ts'

/** What ends a compaction: its summary, or what shows that none will come. */
const ENDS: ReadonlySet<LineRole> = new Set(['compaction-end', 'compaction', 'round', 'message'])

/**
 * Whether the compaction whose boundary is the reader's current line is only half there: the file ends before its
 * summary. Looks ahead, at most so many bytes, and leaves reader and parser where they are.
 */
export function isUnfinished(
  client: Client,
  parser: Parser,
  reader: LineReader,
  boundary: { readonly end: number; readonly furthest: number },
): boolean {
  const ahead = client.reader.parser(parser.save())
  ahead.add(ahead.classify(reader.buffer, reader.at, boundary.end), reader.buffer, reader.at, boundary.end)
  let at = boundary.end
  for (let end = reader.lineEnd(at); end !== -1; end = reader.lineEnd(at)) {
    const line = ahead.classify(reader.buffer, at, end)
    if (at - reader.at >= boundary.furthest || ENDS.has(line.role)) return false
    ahead.add(line, reader.buffer, at, end)
    at = end
  }
  const last = ahead.classify(reader.buffer, at, reader.at + reader.rest().length)
  return !(last.isRecord && ENDS.has(last.role)) // a whole record that only lacks its newline counts
}
