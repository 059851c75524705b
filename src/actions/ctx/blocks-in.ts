import { linesOf } from '../../clients/lines.ts'
import { formatOf } from '../../formats/index.ts'
import type { BlockDraft } from '../../model/block.ts'
import { clientOfFormat } from './client-of-format.ts'

/**
 * Every block in bytes of a format, in order; of a client's lines also those that it would not send. A line that is a whole
 * document has none of its own: then it is what the client would send.
 */
export function* blocksIn(format: string, bytes: Buffer): Iterable<BlockDraft> {
  const reader = clientOfFormat(format)?.reader
  let isFound = false
  for (const line of reader ? linesOf(bytes, reader.lineEnd) : []) {
    for (const block of reader!.blocks(line)) {
      isFound = true
      yield block
    }
  }
  if (!isFound) for (const { blocks } of formatOf(format)?.decode(bytes) ?? []) yield* blocks
}
