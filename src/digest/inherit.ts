import { shortened } from '../brief/shortened.ts'
import { matches, topicWords } from '../brief/topics.ts'
import type { ProseEntry } from './entry.ts'
import type { Inherited } from './render/about.ts'
import { settle, type View } from './settle.ts'
import type { SessionState } from './state.ts'
import { tierOf } from './tier.ts'

const MOST = 12

/**
 * What a compression takes over from a state before it: decisions, rules and words that its topic or the current rounds
 * share something with. Where an old decision says something else than a new one, both are shown.
 */
export function inherit(
  state: SessionState,
  current: View,
  {
    query,
    scope,
    source,
    description,
  }: { readonly query: string; readonly scope: string | null } & Pick<Inherited, 'source' | 'description'>,
): Inherited {
  const before = settle(state)
  const words = topicWords(`${query} ${scope ?? ''}`)
  const names = new Set(
    [...current.decisions, ...current.constraints, ...current.facts, ...current.threads].flatMap((one) =>
      'names' in one ? one.names : [],
    ),
  )
  const relevanceOf = (one: Pick<ProseEntry, 'text'> & { readonly names?: readonly string[] }) => {
    const shared = (one.names ?? []).find((name) => names.has(name))
    const word = words.find((each) => matches(one.text, [each]) > 0)
    return shared !== undefined ? `current rounds name ${shared}` : word !== undefined ? `about ${word}` : undefined
  }
  const relevant = <T extends { readonly text: string }>(list: readonly T[]) =>
    list.flatMap((one) => {
      const relevance = relevanceOf(one)
      return relevance === undefined ? [] : [{ one, relevance }]
    })
  const decisions = relevant(before.decisions).slice(-MOST)
  return {
    source,
    description,
    decisions: decisions.map(({ one, relevance }) => ({
      tier: tierOf(one, before),
      text: one.text,
      round: one.round,
      relevance,
    })),
    constraints: relevant(before.constraints)
      .slice(-MOST)
      .map(({ one }) => ({ text: one.text, round: one.round })),
    frameworks: relevant(before.terms)
      .slice(-MOST)
      .map(({ one, relevance }) => ({ name: one.term, text: one.text, round: one.round, relevance })),
    contradictions: decisions.flatMap(({ one }) => contradicting(one, current.decisions)),
  }
}

/** Current decisions that turn down what an inherited one chose, or choose what it turned down. */
function contradicting(old: ProseEntry, current: readonly ProseEntry[]): Inherited['contradictions'] {
  const refused = lower(old.rejected)
  const chosen = old.names.filter((name) => !refused.includes(name))
  return current
    .filter((now) => {
      const nowRefused = lower(now.rejected)
      const nowChosen = now.names.filter((name) => !nowRefused.includes(name))
      return chosen.some((name) => nowRefused.includes(name)) || refused.some((name) => nowChosen.includes(name))
    })
    .map((now) => ({
      inherited: `${shortened(old.text, 100)} (round ${old.round})`,
      current: shortened(now.text, 110),
      round: now.round,
    }))
}

function lower(names: readonly string[] | undefined): readonly string[] {
  return (names ?? []).map((name) => name.toLowerCase())
}
