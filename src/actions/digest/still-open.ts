import { isWithin } from '../../model/range.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { digestSession } from './session-digest.ts'

/** Something said in a round that is out of sight now and still holds. */
export interface StillOpen {
  readonly kind: 'rule' | 'thread'
  readonly text: string
  readonly round: number
}

/** Not more than so many, the newest. */
const MOST = 8
/** A longer session is not read a second time for this. */
const LONGEST = 64 << 20

/** The user's rules and what is still to do, of rounds that became an index. */
export async function stillOpen(
  workspace: Workspace,
  session: Session,
  indexedRounds: string,
): Promise<readonly StillOpen[]> {
  if (indexedRounds === '' || session.bytes > LONGEST) return []
  const ranges = [...indexedRounds.matchAll(/(\d+)(?:-(\d+))?/g)].map(([, from, to]) => ({
    from: Number(from),
    to: Number(to ?? from),
  }))
  const { view } = await digestSession(workspace, session)
  const found = [
    ...view.constraints.map(({ text, round }): StillOpen => ({ kind: 'rule', text, round })),
    ...view.threads.map(({ text, round }): StillOpen => ({ kind: 'thread', text, round })),
  ]
  return found
    .filter(({ round }) => isWithin(ranges, round))
    .sort((a, b) => a.round - b.round)
    .slice(-MOST)
}
