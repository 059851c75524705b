import type { ToolOutcome } from '../model/tool-act.ts'
import type { BriefRound, Did } from './round.ts'

/** The rounds with the end of each command that went on after its call, as a later call tells it. */
export function endedLater(rounds: readonly BriefRound[]): readonly BriefRound[] {
  const open = new Map<string, Did>()
  const ends = new Map<Did, ToolOutcome>()
  for (const { events } of rounds)
    for (const event of events) {
      if (event.kind !== 'did' || !event.outcome) continue
      const { goesOn, exit, output } = event.outcome
      const asked = askedFor(event.input)
      const begun = asked && open.get(asked.id)
      if (begun && (exit !== null || goesOn !== undefined)) {
        const before = asked.isRest ? (ends.get(begun) ?? begun.outcome!).output : ''
        ends.set(begun, { ...event.outcome, output: before + output })
      } else if (goesOn !== undefined) open.set(goesOn, event)
    }
  if (ends.size === 0) return rounds
  return rounds.map((round) => ({
    ...round,
    events: round.events.map((event) => {
      const outcome = event.kind === 'did' ? ends.get(event) : undefined
      return outcome && event.kind === 'did' ? { ...event, outcome } : event
    }),
  }))
}

/** The command that a call asks for: Codex gives what it printed since, Claude Code all of it. */
function askedFor(input: unknown): { readonly id: string; readonly isRest: boolean } | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const { session_id: session, task_id: task } = input as Record<string, unknown>
  if (typeof session === 'number' || typeof session === 'string') return { id: String(session), isRest: true }
  return typeof task === 'string' ? { id: task, isRest: false } : undefined
}
