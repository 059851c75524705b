import type { CompressRequest } from '../../brief/request.ts'
import { type Cluster, clustersOf } from '../../brief/topics.ts'
import { Failure } from '../../model/errors.ts'
import { parseRange, roundsIn } from '../../model/range.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { briefRounds } from './brief-rounds.ts'
import type { Compression } from './compressions.ts'

interface Turns {
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
  const to = session.facts.highestRound
  const done = prior.filter((one) => !one.isPartial).reduce((most, one) => Math.max(most, one.range[1]), 0)
  const fresh = Math.min(done + 1, to + 1)
  const isNew = fresh <= to
  const aboutIn = async (topic: string, from: number, last: number) => {
    const { rounds } = await briefRounds(workspace, session, (round) => round >= from && round <= last)
    return theOne(clustersOf(rounds, topic), topic)
  }
  if (turns.kind === 'topics') {
    const [start, end] = [await aboutIn(turns.from, 1, to), await aboutIn(turns.through, 1, to)]
    return { from: Math.min(start.from, end.from), to: Math.max(start.to, end.to), fresh: 1 }
  }
  const plain = turns.kind === 'range' ? stretchOf(turns.range, session) : whole(turns.kind === 'recent')
  return scope === null ? plain : { ...(await aboutIn(scope, plain.from, plain.to)), fresh: 1 }

  function whole(isRecent: boolean): Turns {
    if (isRecent) return { from: done > 0 && isNew ? fresh : Math.max(1, to - RECENT + 1), to, fresh: 1 }
    if (!isNew && done > 0 && scope === null) {
      throw new Failure('nothing-to-do', `Nothing was said in session ${session.id} since its last compression.`, {
        facts: { session: session.id, last: done },
        hint: `Run \`stet compress ${session.id} --turns 1-${to}\` to compress it again.`,
      })
    }
    return isNew && (scope !== null || context !== null) ? { from: fresh, to, fresh: 1 } : { from: 1, to, fresh }
  }
}

function stretchOf(range: string, { id, facts }: Session): Turns {
  const rounds = roundsIn(parseRange(range, facts.highestRound, id))
  const [from, to] = [rounds[0] ?? 1, rounds.at(-1) ?? 0]
  if (rounds.length > to - from) return { from, to, fresh: 1 }
  throw new Failure('range-invalid', `A compression is of one stretch of rounds, not of ${range}.`, {
    facts: { range },
    hint: `For all that is between them: --turns ${from}-${to}`,
  })
}

/** The rounds that speak most of a topic; several places that do so alike are listed, none is guessed. */
function theOne(clusters: readonly Cluster[], topic: string): Omit<Turns, 'fresh'> {
  const [best] = clusters
  const candidates = clusters.filter((one) => one.weight >= best!.weight * 0.8)
  if (candidates.length === 1) return { from: best!.from, to: best!.to }
  if (!best) {
    throw new Failure('reference-not-found', `No round speaks of ${JSON.stringify(topic.slice(0, 80))}.`, {
      facts: { topic: topic.slice(0, 200) },
      hint: 'Use other words, or give rounds: --turns 16-35.',
    })
  }
  throw new Failure(
    'reference-ambiguous',
    `${candidates.length} stretches of rounds speak of ${JSON.stringify(topic.slice(0, 80))}.`,
    {
      facts: { topic: topic.slice(0, 200), candidates: candidates.map(({ from, to }) => `rounds ${from}-${to}`) },
      hint: `Give rounds: --turns ${best.from}-${best.to}`,
    },
  )
}
