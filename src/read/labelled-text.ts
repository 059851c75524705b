import type { Block, BlockKind } from '../model/block.ts'
import { shortId } from '../model/id.ts'
import { blockText } from '../record/reading/block-text.ts'

/** The parts by the names that `inject --part` takes. */
const LABELS: Readonly<Record<BlockKind, string>> = {
  'user-text': 'user',
  'assistant-text': 'assistant',
  thinking: 'thinking',
  tool_use: 'tool_use',
  tool_result: 'tool_result',
  image: 'image',
  note: 'note',
  unknown: 'unknown',
}

/**
 * Blocks as text, each under a line with its part and the reference that gives it alone. Blocks of one kind are
 * not labelled: what was asked for is given as it is.
 */
export function labelledText(blocks: readonly Block[]): string {
  const isMixed = new Set(blocks.map(({ type }) => type)).size > 1
  return blocks
    .flatMap((block) => {
      const text = blockText(block)
      return text === '' ? [] : [isMixed ? `[${LABELS[block.type]} ${refOf(block)}]\n${text}` : text]
    })
    .join('\n\n')
}

function refOf({ session_id, block_id }: Block): string {
  return block_id.replace(session_id, shortId(session_id))
}
