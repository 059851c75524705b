import type { BriefRound } from '../round.ts'
import type { Word } from './word.ts'

/** What the user and the agent wrote, in order. */
export function wordsOf(rounds: readonly BriefRound[]): readonly Word[] {
  return rounds.flatMap(({ round, events }) =>
    events.flatMap((event, place): readonly Word[] =>
      event.kind === 'said'
        ? [{ round, place, who: event.who, text: event.text, ...(event.via && { via: event.via }) }]
        : [],
    ),
  )
}
