import type { ProseEntry } from '../entry.ts'
import type { View } from '../settle.ts'
import { type TierName, tierName, tierOf } from '../tier.ts'
import type { About } from './about.ts'
import type { ArchivedRound } from './archive.ts'

/** A decision with everything that is known around it. */
export interface ArchivedDecision {
  readonly id: string
  readonly tier: number
  readonly confidence: TierName
  readonly decision: string
  readonly rationale: string
  readonly alternatives_considered: readonly { readonly option: string; readonly reason_rejected: string | null }[]
  readonly timestamp: string | null
  readonly turn: number
  /** What was asked for when it was made. */
  readonly context: string | null
  readonly scope: 'this_session' | 'inherited'
  readonly inherited_from: string | null
  readonly superseded_in: number | null
  /** Decisions before it and after it that name the same things. */
  readonly dependencies: readonly string[]
  readonly dependents: readonly string[]
  /** Rounds that name the same things before the decision: how it came about. */
  readonly rationale_chain: readonly number[]
  /** The chunk that it is in; of one that was taken over, the part of the archive. */
  readonly full_context_ref: string
}

export const SAID = 'said in the round'
/** Where an archive has what was taken over. */
export const INHERITED = 'inherited_context'

/** The name of the decision at this place of a view; those that are over are counted on after the ones that hold. */
export function decisionId(at: number): string {
  return `D${String(at + 1).padStart(3, '0')}`
}

/** Every decision of the rounds, those that hold first, and those that were taken over. */
export function archivedDecisions(
  view: View,
  about: About,
  transcript: readonly ArchivedRound[],
  chunkOf: (round: number) => string,
): readonly ArchivedDecision[] {
  const all = [
    ...view.decisions.map((entry) => ({ entry, by: null })),
    ...view.over.flatMap(({ entry, by }) => (entry.kind === 'decision' ? [{ entry: entry as ProseEntry, by }] : [])),
  ].map((one, at) => ({ ...one, id: decisionId(at) }))
  const linked = (entry: ProseEntry, isBefore: boolean) =>
    all.filter(({ entry: other }) => other !== entry && comesBefore(other, entry) === isBefore && share(other, entry))
  const own = all.map(
    ({ entry, by, id }): ArchivedDecision => ({
      id,
      tier: tierOf(entry, view),
      confidence: tierName(tierOf(entry, view)),
      decision: entry.text,
      rationale: entry.why ?? SAID,
      alternatives_considered: (entry.rejected ?? []).map((option) => ({ option, reason_rejected: entry.why ?? null })),
      timestamp: transcript.find(({ round }) => round === entry.round)?.at ?? null,
      turn: entry.round,
      context: view.goals.findLast(({ round }) => round <= entry.round)?.text ?? null,
      scope: 'this_session',
      inherited_from: null,
      superseded_in: by,
      dependencies: linked(entry, true).map((one) => one.id),
      dependents: linked(entry, false).map((one) => one.id),
      rationale_chain: chain(entry, transcript),
      full_context_ref: chunkOf(entry.round),
    }),
  )
  const { decisions = [], description = null } = about.inherited ?? {}
  const inherited = decisions.map(
    (one, at): ArchivedDecision => ({
      id: `I${String(at + 1).padStart(3, '0')}`,
      tier: one.tier,
      confidence: tierName(one.tier),
      decision: one.text,
      rationale: one.relevance,
      alternatives_considered: [],
      timestamp: null,
      turn: one.round,
      context: null,
      scope: 'inherited',
      inherited_from: description,
      superseded_in: null,
      dependencies: [],
      dependents: [],
      rationale_chain: [],
      full_context_ref: INHERITED,
    }),
  )
  return [...own, ...inherited]
}

function comesBefore(a: ProseEntry, b: ProseEntry): boolean {
  return a.round < b.round || (a.round === b.round && a.place < b.place)
}

function share(a: ProseEntry, b: ProseEntry): boolean {
  return a.names.some((name) => name.length > 3 && b.names.includes(name))
}

/** Earlier rounds that speak of what a decision names, and its own. */
function chain({ names, round }: ProseEntry, transcript: readonly ArchivedRound[]): readonly number[] {
  const telling = names.filter((name) => name.length > 3).slice(0, 4)
  const before = transcript.filter(
    (one) => one.round < round && telling.some((name) => one.text.toLowerCase().includes(name)),
  )
  return [...before.slice(-5).map((one) => one.round), round]
}
