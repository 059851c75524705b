import type { CompressRequest } from '../../digest/request.ts'
import { Failure } from '../../model/errors.ts'
import { parseRange } from '../../model/range.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import type { Compression } from './compressions.ts'

export interface Turns {
  readonly from: number
  readonly to: number
  /** The first round that no earlier compression holds. */
  readonly fresh: number
}

const RECENT = 10

/**
 * Which rounds a request means. Without a range it is everything up to the last round, provided there are rounds since
 * the last compression: an earlier state is merged with, never summarized again.
 */
export async function resolveTurns(
  _workspace: Workspace,
  session: Session,
  { turns }: CompressRequest,
  prior: readonly Compression[],
): Promise<Turns> {
  const highest = session.facts.highestRound
  const done = prior.filter((one) => !one.isPartial).reduce((most, one) => Math.max(most, one.range[1]), 0)
  const fresh = Math.min(done + 1, highest + 1)
  if (turns.kind === 'range') {
    const ranges = parseRange(turns.range, highest, session.id)
    return { from: Math.min(...ranges.map((one) => one.from)), to: Math.max(...ranges.map((one) => one.to)), fresh: 1 }
  }
  if (turns.kind === 'recent') {
    return { from: done > 0 && fresh <= highest ? fresh : Math.max(1, highest - RECENT + 1), to: highest, fresh: 1 }
  }
  if (fresh > highest && done > 0) {
    throw new Failure('nothing-to-do', `Nothing was said in session ${session.id} since its last compression.`, {
      facts: { session: session.id, last: done },
      hint: `Run \`stet compress ${session.id} --turns 1-${highest}\` to compress it again.`,
    })
  }
  return { from: 1, to: highest, fresh }
}
