import type { BlockDraft } from '../model/block.ts'
import type { SessionReader } from './client.ts'

/** Whether a line is the summary of a compaction; `blocks` are those it has. */
export function isSummary(reader: SessionReader, line: Buffer, blocks: readonly BlockDraft[]): boolean {
  if (blocks.some(({ type }) => type !== 'note')) return false
  const { role } = reader.parser().classify(line, 0, line.length)
  return role === 'summary' || role === 'compaction-end' || role === 'compaction-whole'
}
