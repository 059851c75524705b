import { originOf } from '../../model/origins.ts'
import type { RoundRow, Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { provenOrigins } from './proven-origins.ts'

/** A round by its number in a session, and where it is recorded. */
export interface RecordedRound {
  readonly number: number
  /** Whether the session has a row of an index for it. */
  readonly isIndexed: boolean
  readonly session: Session
  readonly row: RoundRow
}

/** Rounds that have numbers in a session that surgery wrote, and lines only elsewhere in the record; `own` are all it holds. */
export async function roundsElsewhere(
  workspace: Workspace,
  session: Session,
  own: readonly RoundRow[],
): Promise<readonly RecordedRound[]> {
  if (session.facts.surgery === null) return []
  const origins = await provenOrigins(workspace, session, own)
  const indexed = new Set(session.facts.surgery.indexed)
  const held = new Set(own.flatMap(({ round, within }) => [round, ...(within === undefined ? [] : [within])]))
  const found = new Map<number, RecordedRound>()
  for (const id of new Set(origins.map((range) => range.session))) {
    const there = await workspace.store.findSession(id as Session['id'])
    if (!there) continue
    const rows = new Map((await workspace.store.listRounds(there.id)).map((row) => [row.round, row]))
    for (const { session: of, as, from, to } of origins) {
      if (of !== id) continue
      for (let number = as; number <= as + to - from; number++) {
        const origin = originOf(origins, number)!
        const row = origin.session === id ? rows.get(origin.round) : undefined
        if (row && !held.has(number)) found.set(number, { number, isIndexed: indexed.has(number), session: there, row })
      }
    }
  }
  return [...found.values()].sort((a, b) => a.number - b.number)
}
