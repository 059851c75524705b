import type { BlockDraft } from '../../model/block.ts'
import type { EarlierNumbers } from '../../model/session.ts'
import { type LineEnd, linesOf } from '../lines.ts'
import type { ActivePath, Parser } from '../parser.ts'

interface ReaderParts<Line> {
  parser(saved?: string, earlier?: EarlierNumbers | null): Parser
  read(line: Buffer): Line | undefined
  blocks(line: Line, begins?: boolean): readonly BlockDraft[]
  /** The rounds that are sent, from the rows that its parser wrote of the whole session. */
  active(rows: readonly string[]): ActivePath
  lineEnd?: LineEnd
}

/** A `SessionReader` for a parser of the kit. */
export function readerOf<Line>({ parser, read, blocks, active, lineEnd }: ReaderParts<Line>) {
  return {
    parser,
    ...(lineEnd && { lineEnd }),
    blocks(bytes: Buffer, begins?: boolean): readonly BlockDraft[] {
      const line = read(bytes)
      return line ? blocks(line, begins) : []
    },
    count: (delta: Buffer) => countDelta(parser(), delta, lineEnd),
    paths: {
      links: () => rowsText, // rows are the same text however they were cut into stretches
      async active(graphs: () => AsyncIterable<Uint8Array>): Promise<ActivePath> {
        let text = ''
        for await (const graph of graphs()) text = rowsText(graph) + text
        return active(text.split('\n').filter(Boolean))
      },
    },
  }
}

function rowsText(graph: Uint8Array): string {
  return Buffer.from(graph).toString('utf8')
}

/** What `SessionReader.count` says of a delta, by the client's own parser. */
export function countDelta(parser: Parser, delta: Buffer, endOf?: LineEnd) {
  let at = 0
  for (const line of linesOf(delta, endOf)) {
    const end = at + line.length
    parser.add(parser.classify(delta, at, end), delta, at, end)
    at = end
  }
  return { ...parser.mark(), lastTime: parser.lastTime }
}
