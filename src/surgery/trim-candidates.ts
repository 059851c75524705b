import { gistOf } from './gist.ts'
import { ownPartsOf, roundsOf, type Subject } from './subject.ts'

/** Rounds at the end that nobody should have to do without. */
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

/** Long results and long messages of the agent, but those of the last rounds. */
export function candidatesOf(subject: Subject): readonly Candidate[] {
  const rounds = roundsOf(subject).length
  const tools = new Map<string | undefined, string | undefined>()
  return ownPartsOf(subject)
    .slice(0, rounds < RECENT ? 0 : -RECENT)
    .flatMap((part) =>
      part.lines.flatMap((line) =>
        line.blocks.flatMap((block): readonly Candidate[] => {
          if (block.kind === 'tool_use') tools.set(block.call, block.name)
          if (block.kind !== 'tool_result' && block.kind !== 'assistant-text') return []
          if (block.chars < SHORTEST || block.isNotice) return []
          const tool = tools.get(block.call) ?? null
          const { kind, chars } = block
          return [{ line: line.number, round: line.round, kind, tool, chars, preview: gistOf(block) }]
        }),
      ),
    )
}
