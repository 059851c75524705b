import { formatOf } from '../../clients/formats/index.ts'
import { linesOf } from '../../clients/lines.ts'
import type { BlockDraft } from '../../model/block.ts'
import { clientOfFormat } from './client-of-format.ts'

/**
 * Every block in bytes of a format, in order; of a client's lines also those that it would not send. A line that is a whole
 * document has none of its own: then it is what the client would send. Words that waited in a queue and were sent as a
 * message are there once.
 */
export function blocksIn(format: string, bytes: Buffer): readonly BlockDraft[] {
  const reader = clientOfFormat(format)?.reader
  const found = reader ? [...linesOf(bytes, reader.lineEnd)].flatMap((line) => reader.blocks(line)) : []
  if (found.length === 0) return (formatOf(format)?.decode(bytes) ?? []).flatMap(({ blocks }) => blocks)
  const sent = new Set(found.filter(({ aside }) => !aside).map(({ content }) => content))
  return found.filter(({ aside, content }) => !aside || !sent.has(content))
}
