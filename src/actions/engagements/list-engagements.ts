import { rangeText } from '../../model/range.ts'
import type { RoundRow } from '../../model/session.ts'
import { undoneSessions } from '../read/undone-sessions.ts'
import type { Workspace } from '../workspace.ts'
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
  const rows = new Map<string, RoundRow[]>()
  const odd: OddTag[] = []
  for await (const session of store.listSessions()) {
    if (undone.has(session.id)) continue
    const rounds = (await store.listRounds(session.id)).filter(({ round }) => round > 0)
    if (rounds.every(({ engagement }) => engagement === null)) continue
    odd.push(...oddTags(session.id, rounds))
    for (const row of rounds) if (row.engagement) addTo(rows, row.engagement, row)
  }
  const engagements = [...rows].map(([engagement, tagged]) => ({
    engagement,
    rounds: new Set(tagged.map(({ roundId }) => roundId)).size,
    started: least(tagged.map(({ started }) => started)),
    ended: most(tagged.map(({ ended }) => ended)),
    sessions: [...bySession(tagged)].map(([session, rounds]) => ({ session, range: rangeText(rounds) })),
  }))
  return { engagements: engagements.sort((a, b) => ((a.ended ?? '') < (b.ended ?? '') ? 1 : -1)), odd }
}

const known = (times: readonly (string | null)[]) => times.filter((time) => time !== null).sort()
const least = (times: readonly (string | null)[]) => known(times)[0] ?? null
const most = (times: readonly (string | null)[]) => known(times).at(-1) ?? null

function bySession(rows: readonly RoundRow[]): ReadonlyMap<string, readonly number[]> {
  const rounds = new Map<string, number[]>()
  for (const { session, round } of rows) addTo(rounds, session, round)
  return rounds
}

function addTo<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const list = lists.get(key)
  if (list) list.push(one)
  else lists.set(key, [one])
}
