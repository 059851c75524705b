import { isWithin } from '../../model/range.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { entriesOf } from './entries-of.ts'

/** Something that somebody wrote of a round that is out of sight now, and that still holds. */
export interface StillOpen {
  readonly kind: 'rule' | 'open' | 'next'
  readonly text: string
  readonly round: number
}

/** Not more than so many, the newest. */
const MOST = 8

/** The user's rules and what is still to do, of rounds that became an index. */
export async function stillOpen(
  workspace: Workspace,
  session: Session,
  indexedRounds: string,
): Promise<readonly StillOpen[]> {
  const ranges = [...indexedRounds.matchAll(/(\d+)(?:-(\d+))?/g)].map(([, from, to]) => ({
    from: Number(from),
    to: Number(to ?? from),
  }))
  const { current } = ranges.length === 0 ? { current: [] } : await entriesOf(workspace, session)
  return current
    .flatMap(({ kind, text, rounds }): readonly StillOpen[] => {
      const round = rounds.at(-1) ?? 0
      return (kind === 'rule' || kind === 'open' || kind === 'next') && isWithin(ranges, round)
        ? [{ kind, text, round }]
        : []
    })
    .sort((a, b) => a.round - b.round)
    .slice(-MOST)
}
