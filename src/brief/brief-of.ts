import type { Brief } from './brief.ts'
import type { Entries } from './entries/entry.ts'
import { factsOf } from './facts/facts-of.ts'
import type { BriefRound, RoundEvent } from './round.ts'
import { wordsOf } from './words/words-of.ts'

/** What rounds that follow one another came to: the same rounds and entries always give the same brief. */
export function briefOf(rounds: readonly BriefRound[], entries: Entries): Brief {
  let chars = 0
  for (const { events } of rounds) for (const event of events) chars += charsOf(event)
  return { facts: factsOf(rounds), words: wordsOf(rounds), entries, chars, last: rounds.at(-1)?.round ?? 0 }
}

function charsOf(event: RoundEvent): number {
  if (event.kind === 'said') return event.text.length
  const { act, outcome, input } = event
  return charsIn(input ?? [act.command, act.edits]) + (outcome?.output.length ?? 0)
}

function charsIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 4
  let chars = 0
  for (const one of Object.values(value)) chars += charsIn(one)
  return chars
}
