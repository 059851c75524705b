import { linesOf } from '../../clients/lines.ts'
import { formatOf } from '../../formats/index.ts'
import type { BlockDraft } from '../../model/block.ts'
import { clientOfFormat } from './client-of-format.ts'

/** Every block in bytes of a format, in order; of a client's lines also those that it would not send. */
export function* blocksIn(format: string, bytes: Buffer): Iterable<BlockDraft> {
  const client = clientOfFormat(format)
  if (client) for (const line of linesOf(bytes, client.reader.lineEnd)) yield* client.reader.blocks(line)
  else for (const { blocks } of formatOf(format)?.decode(bytes) ?? []) yield* blocks
}
