import type { ConversationBlock } from '../conversation.ts'
import { type HumanLine, humanLines, restOfCutRound } from './human-lines.ts'

/** A person's message and everything that was sent after it up to the next. */
export interface SentRound {
  readonly number: number
  readonly uuid: string
  readonly started: number
  readonly blocks: readonly ConversationBlock[]
}

export interface SentRounds {
  /** What was sent before the first message of a person, such as a compaction's summary. */
  readonly prelude: readonly ConversationBlock[]
  /** What is left of the round that the client's compaction cut. */
  readonly rest?: { readonly number: number; readonly blocks: readonly ConversationBlock[] } | undefined
  readonly rounds: readonly SentRound[]
}

/**
 * Splits what the client sent for a file into rounds, by what people say in the file. `active` are the rounds that the
 * product says are sent; where one text was said twice, they tell which of the two it is.
 */
export function splitRounds(sent: readonly ConversationBlock[], file: string, active: ReadonlySet<number>): SentRounds {
  const lines = humanLines(file)
  const starts = sent.flatMap((_, at) => (lines.some((line) => beginsAt(sent, at, line)) ? [at] : []))
  const numbers = new Set<number>()
  const rounds: SentRound[] = []
  for (const [index, start] of [...starts.entries()].reverse()) {
    const before = rounds[0]?.number ?? Number.POSITIVE_INFINITY
    const candidates = lines.filter((line) => beginsAt(sent, start, line) && !numbers.has(line.number))
    const line =
      candidates.findLast(({ number }) => number < before && active.has(number)) ??
      candidates.findLast(({ number }) => active.has(number))
    if (!line)
      throw new Error(`message ${start} begins round ${candidates.map((one) => one.number)}, said not to be sent`)
    numbers.add(line.number)
    const { number, uuid, started } = line
    rounds.unshift({ number, uuid, started, blocks: sent.slice(start, starts[index + 1]) })
  }
  const before = sent.slice(0, starts[0])
  const work = restOfCutRound(file)
  const from = work ? before.findIndex((block) => isOf(block, work.reply)) : -1
  if (!work || from === -1) return { prelude: before, rounds }
  return { prelude: before.slice(0, from), rest: { number: work.number, blocks: before.slice(from) }, rounds }
}

function isOf(block: ConversationBlock, reply: HumanLine['blocks']): boolean {
  return reply.some(({ id, text, thinking = text }) =>
    id !== undefined
      ? block.id === id
      : block.role === 'assistant' && thinking !== undefined && block.text === thinking,
  )
}

function beginsAt(sent: readonly ConversationBlock[], at: number, line: HumanLine): boolean {
  const said = line.blocks.filter(
    (block) => block.type !== 'text' || !/^\s*(<system-reminder>|$)/.test(block.text ?? ''),
  )
  return (
    said.length > 0 &&
    said.every((block, index) => {
      const other = sent[at + index]
      if (other?.role !== 'user' || other.type !== block.type) return false
      return block.type !== 'text' || other.text?.trimEnd() === block.text?.trimEnd()
    })
  )
}
