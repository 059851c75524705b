import type { BriefRound } from '../round.ts'
import type { NameFact } from './facts.ts'

const LINK = /https?:\/\/[^\s"'`<>)\]}]+/g

/** Links that results named and that were used later. */
export function namesOf(rounds: readonly BriefRound[]): readonly NameFact[] {
  const seen = new Map<string, { readonly source: string; readonly rounds: number[] }>()
  const used = new Set<string>()
  for (const { round, events } of rounds) {
    for (const event of events) {
      const text = event.kind === 'said' ? event.text : JSON.stringify(event.input ?? event.act.command ?? '')
      for (const [link] of text.matchAll(LINK)) {
        const known = seen.get(link)
        if (!known) continue
        used.add(link)
        if (known.rounds.at(-1) !== round) known.rounds.push(round)
      }
      if (event.kind !== 'did') continue
      for (const [link] of (event.outcome?.output ?? '').slice(0, 20_000).matchAll(LINK))
        if (!seen.has(link))
          seen.set(link, { source: event.act.command ?? event.tool ?? event.act.role, rounds: [round] })
    }
  }
  return [...used].map((text) => ({ text, ...seen.get(text)! }))
}
