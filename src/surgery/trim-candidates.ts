import { gistOf } from './gist.ts'
import { ownPartsOf, type Subject, shownRoundsOf } from './subject.ts'

/** Messages at the end that nobody should have to do without. */
const RECENT = 10
/** Shorter lines are not worth a choice. */
const SHORTEST = 800

/** A line that could be replaced by a summary. */
export interface Candidate {
  readonly line: number
  readonly round: number
  readonly kind: 'tool_result' | 'assistant-text'
  readonly tool: string | null
  readonly chars: number
  readonly preview: string
}

/** Long results and long messages of the agent, but those of the last messages, and of the rounds that are to stay. */
export function candidatesOf(subject: Subject, keepRecent: number): readonly Candidate[] {
  const parts = ownPartsOf(subject)
  const rounds = shownRoundsOf(subject)
  const kept = new Set(rounds.slice(Math.max(0, rounds.length - keepRecent)))
  const messages = parts.flatMap(({ lines }) => lines.filter((line) => line.isMessage).map((line) => line.number))
  const recent = messages.at(-RECENT) ?? 0
  const tools = new Map<string | undefined, string | undefined>()
  return parts
    .filter((part) => !kept.has(part as (typeof rounds)[number]))
    .flatMap((part) =>
      part.lines.flatMap((line) =>
        line.blocks.flatMap((block): readonly Candidate[] => {
          if (block.kind === 'tool_use') tools.set(block.call, block.name)
          if (block.kind !== 'tool_result' && block.kind !== 'assistant-text') return []
          if (line.number >= recent || block.chars < SHORTEST || block.isNotice) return []
          const tool = tools.get(block.call) ?? null
          const { kind, chars } = block
          return [{ line: line.number, round: line.round, kind, tool, chars, preview: gistOf(block) }]
        }),
      ),
    )
}
