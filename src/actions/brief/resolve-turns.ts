import type { CompressRequest } from '../../brief/request.ts'
import type { BriefRound } from '../../brief/round.ts'
import { type Cluster, clustersOf } from '../../brief/topics.ts'
import { Failure } from '../../model/errors.ts'
import { parseRange, roundsIn } from '../../model/range.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { briefRounds } from './brief-rounds.ts'
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
 * the last compression: an earlier state is merged with, never summarized again. With a topic or a context to take over it
 * is the rounds since.
 */
export async function resolveTurns(
  workspace: Workspace,
  session: Session,
  { turns, scope, context }: CompressRequest,
  prior: readonly Compression[],
): Promise<Turns> {
  const highest = session.facts.highestRound
  const done = prior.filter((one) => !one.isPartial).reduce((most, one) => Math.max(most, one.range[1]), 0)
  const fresh = Math.min(done + 1, highest + 1)
  if (turns.kind === 'topics') {
    const rounds = (await briefRounds(workspace, session)).rounds
    const [start, end] = [theOne(rounds, turns.from), theOne(rounds, turns.through)]
    return { from: Math.min(start.from, end.from), to: Math.max(start.to, end.to), fresh: 1 }
  }
  const plain = plainTurns(session, turns, {
    highest,
    done,
    fresh,
    hasScope: scope !== null,
    isPartial: scope !== null || context !== null,
  })
  if (scope === null) return plain
  const within = (round: number) => round >= plain.from && round <= plain.to
  const { from, to } = theOne((await briefRounds(workspace, session, within)).rounds, scope)
  return { from, to, fresh: 1 }
}

interface Known {
  readonly highest: number
  readonly done: number
  readonly fresh: number
  readonly hasScope: boolean
  readonly isPartial: boolean
}

function plainTurns(
  session: Session,
  turns: CompressRequest['turns'],
  { highest, done, fresh, hasScope, isPartial }: Known,
): Turns {
  if (turns.kind === 'range') {
    const rounds = [...new Set(roundsIn(parseRange(turns.range, highest, session.id)))].sort((a, b) => a - b)
    const [from, to] = [rounds[0] ?? 1, rounds.at(-1) ?? 0]
    if (rounds.length <= to - from) {
      throw new Failure('range-invalid', `A compression covers one stretch of rounds, not ${turns.range}.`, {
        facts: { range: turns.range },
        hint: `To compress all of them from first to last: --turns ${from}-${to}`,
      })
    }
    return { from, to, fresh: 1 }
  }
  if (turns.kind === 'recent') {
    return { from: done > 0 && fresh <= highest ? fresh : Math.max(1, highest - RECENT + 1), to: highest, fresh: 1 }
  }
  if (fresh > highest && done > 0 && !hasScope) {
    throw new Failure('nothing-to-do', `Nothing was said in session ${session.id} since its last compression.`, {
      facts: { session: session.id, last: done },
      hint: `Run \`stet compress ${session.id} --turns 1-${highest}\` to compress it again.`,
    })
  }
  if (isPartial && fresh <= highest) return { from: fresh, to: highest, fresh: 1 }
  return { from: 1, to: highest, fresh }
}

/** The rounds that speak of a topic; several places that do so alike are listed, none is guessed. */
function theOne(rounds: readonly BriefRound[], topic: string): Cluster {
  const [best, second] = clustersOf(rounds, topic)
  if (!best) {
    throw new Failure('reference-not-found', `No round speaks of ${JSON.stringify(topic.slice(0, 80))}.`, {
      facts: { topic: topic.slice(0, 200) },
      hint: 'Use other words, or give rounds: --turns 16-35.',
    })
  }
  if (!second || second.weight < best.weight * 0.8) return best
  const candidates = clustersOf(rounds, topic).filter((one) => one.weight >= best.weight * 0.8)
  throw new Failure(
    'reference-ambiguous',
    `${candidates.length} stretches of rounds speak of ${JSON.stringify(topic.slice(0, 80))}.`,
    {
      facts: { topic: topic.slice(0, 200), candidates: candidates.map((one) => `rounds ${one.from}-${one.to}`) },
      hint: `Give rounds: --turns ${best.from}-${best.to}`,
    },
  )
}
