import { rangeText } from '../model/range.ts'
import type { RoundRow } from '../model/session.ts'
import { undoneSessions } from '../record/naming/undone-sessions.ts'
import type { Workspace } from '../record/workspace.ts'
import { oddTags } from './odd-tags.ts'

export interface EngagementRow {
  readonly engagement: string
  readonly rounds: number
  readonly started: string | null
  readonly ended: string | null
  readonly sessions: readonly { readonly session: string; readonly range: string }[]
}

export interface OddTag {
  readonly session: string
  readonly range: string
  readonly what: 'isolated' | 'alternating' | 'short'
  readonly engagement: string
  readonly why: string
}

export interface Engagements {
  readonly engagements: readonly EngagementRow[]
  /** Tags that look like slips. */
  readonly odd: readonly OddTag[]
}

/** Every engagement that rounds carry, the last used first, and tags that look odd. Copies of a round count once. */
export async function listEngagements(workspace: Workspace): Promise<Engagements> {
  const { store } = workspace
  const undone = await undoneSessions(workspace)
  const known = new Map<string, Known>()
  const odd: OddTag[] = []
  for await (const session of store.listSessions()) {
    if (undone.has(session.id)) continue
    const rounds = (await store.listRounds(session.id)).filter(({ round }) => round > 0)
    if (rounds.every(({ engagement }) => engagement === null)) continue
    odd.push(...oddTags(session.id, rounds))
    for (const row of rounds) if (row.engagement) count(known, row.engagement, row)
  }
  const engagements = [...known].map(([engagement, { roundIds, started, ended, sessions }]) => ({
    engagement,
    rounds: roundIds.size,
    started,
    ended,
    sessions: [...sessions].map(([session, rounds]) => ({ session, range: rangeText(rounds) })),
  }))
  return { engagements: engagements.sort((a, b) => ((a.ended ?? '') < (b.ended ?? '') ? 1 : -1)), odd }
}

/** What is known of an engagement so far. */
interface Known {
  readonly roundIds: Set<string>
  readonly sessions: Map<string, number[]>
  started: string | null
  ended: string | null
}

function count(known: Map<string, Known>, engagement: string, { roundId, session, round, started, ended }: RoundRow) {
  const found = known.get(engagement) ?? { roundIds: new Set(), sessions: new Map(), started: null, ended: null }
  known.set(engagement, found)
  found.roundIds.add(roundId)
  const rounds = found.sessions.get(session) ?? []
  rounds.push(round)
  found.sessions.set(session, rounds)
  if (started !== null && (found.started === null || started < found.started)) found.started = started
  if (ended !== null && (found.ended === null || ended > found.ended)) found.ended = ended
}
