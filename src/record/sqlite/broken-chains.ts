import { type ChainWalk, createChainWalk } from '../../model/chain-walk.ts'
import type { CommitId, SessionId } from '../../model/id.ts'
import { type CommitRow, type LinkRow, linkFault } from '../rules/commit-row.ts'
import type { StoreFault } from '../store.ts'
import type { Connection } from './connection.ts'

/** A link of a session's chain; all of it is null for a session without any. */
interface Row extends LinkRow, Pick<CommitRow, 'parent' | 'commit_type' | 'checkpoint' | 'session_id'> {
  readonly of: SessionId
  readonly head: CommitId | null
  readonly bytes: number
}

/** Follows every chain to its head, all of them in one reading; of each the first fault. */
export function* brokenChains(connection: Connection): Iterable<StoreFault> {
  let session: SessionId | undefined
  let walk: ChainWalk | undefined // of this session, while nothing is wrong with it
  const rows = connection.each<Row>(
    `SELECT sessions.session_id AS of, sessions.head, sessions.bytes, chain.link, chain.start AS chain_start,
            chain."end" AS chain_end, chain.commit_id, chain.checksum AS chain_checksum,
            commits.parent, commits.commit_type, commits.checkpoint, commits.session_id
       FROM sessions LEFT JOIN chain USING (session_id) LEFT JOIN commits USING (commit_id)
      ORDER BY sessions.session_id, chain."end", chain.link`,
  )
  for (const row of rows) {
    if (row.of !== session) {
      yield* faultOf(session, walk?.end())
      session = row.of
      walk = createChainWalk(row)
    }
    const what = walk && row.link !== null ? placeFault(row, walk) : undefined
    if (what === undefined) continue
    yield* faultOf(session, what)
    walk = undefined
  }
  yield* faultOf(session, walk?.end())
}

function placeFault(row: Row, walk: ChainWalk): string | undefined {
  const rotten = linkFault(row.of, row)
  if (rotten !== undefined) return rotten
  return walk.add({
    id: row.commit_id,
    parent: row.parent,
    type: row.commit_type,
    checkpoint: row.checkpoint,
    session: row.session_id,
    start: row.chain_start,
    end: row.chain_end,
  })
}

function faultOf(session: SessionId | undefined, what: string | undefined): readonly StoreFault[] {
  return what === undefined ? [] : [{ where: `session ${session}`, what }]
}
