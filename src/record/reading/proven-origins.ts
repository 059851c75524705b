import { type OriginRange, originOf } from '../../model/origins.ts'
import type { RoundRow, Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'

/**
 * Where the numbers of a session come from, as far as the record bears out what the session's note says: a round is the
 * same here and there, or an operation of the record wrote the session. A file from elsewhere may name any session.
 */
export async function provenOrigins(
  { store }: Workspace,
  { id, facts }: Session,
  own: readonly RoundRow[],
): Promise<readonly OriginRange[]> {
  const told = facts.surgery?.origins ?? []
  const unproven = new Set(told.map(({ session }) => session))
  for (const session of unproven) {
    const ids = new Map((await store.listRounds(session as Session['id'])).map((row) => [row.round, row.roundId]))
    const isShared = own.some(({ round, roundId }) => {
      const origin = originOf(told, round)
      return origin?.session === session && ids.get(origin.round) === roundId
    })
    if (ids.size === 0 || isShared) unproven.delete(session) // one that is not in the record gives nothing away
  }
  if (unproven.size === 0 || (await isOutput())) return told
  return told.filter(({ session }) => !unproven.has(session))

  async function isOutput(): Promise<boolean> {
    return (await store.listOperations()).some(({ outputs }) => outputs.some(({ session }) => session === id))
  }
}
