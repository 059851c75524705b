import type { BlockDraft } from '../../model/block.ts'
import { ownBlocks } from '../../model/own-blocks.ts'

const MOST_ROUNDS = 200
const LONGEST_LINE = 200

interface Said {
  readonly human: string
  agent: string
}

/**
 * A summary made of the conversation itself, the same for the same blocks: the first line of what the person said in
 * each round, and of what the agent said last. Undefined where nobody said anything.
 */
export function plainSummary(blocks: Iterable<BlockDraft>): string | undefined {
  const rounds: Said[] = []
  for (const { type, content } of ownBlocks([...blocks].filter(isSaid))) {
    if (type === 'user-text') rounds.push({ human: firstLine(content), agent: '' })
    else if (rounds.length > 0) rounds.at(-1)!.agent = firstLine(content)
  }
  if (rounds.length === 0) return undefined
  const older = Math.max(0, rounds.length - MOST_ROUNDS)
  return [
    `What was said in ${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'}, the first line each:`,
    ...(older > 0 ? [`(${older} older ${older === 1 ? 'round is' : 'rounds are'} left out)`] : []),
    ...rounds.slice(older).flatMap(({ human, agent }, at) => {
      const number = `${older + at + 1}. `
      return [`${number}${human}`, ...(agent === '' ? [] : [`${' '.repeat(number.length)}→ ${agent}`])]
    }),
  ].join('\n')
}

function isSaid(block: BlockDraft): block is BlockDraft & { readonly content: string } {
  const { type, content } = block
  return (type === 'user-text' || type === 'assistant-text') && typeof content === 'string' && content.trim() !== ''
}

function firstLine(text: string): string {
  const line = text.trim().split(/\r?\n/, 1)[0]!.trimEnd()
  const points = [...line.slice(0, LONGEST_LINE * 2 + 2)] // never half a pair
  return points.length > LONGEST_LINE ? `${points.slice(0, LONGEST_LINE).join('')}…` : line
}
