import { isFailure } from '../../model/errors.ts'
import type { Form, Plan } from '../../model/plan.ts'
import { beforeRound } from '../border.ts'
import { compressBefore } from '../compress.ts'
import { drop } from '../drop.ts'
import { FULL } from '../fidelity.ts'
import { numberOf, roundsOf, type Subject, shownRoundsOf } from '../subject.ts'
import { type Prints, type TrimOptions, trim, trimDefaults } from '../trim.ts'
import { withFidelity } from '../with-fidelity.ts'

/** One way to make a context smaller. */
export interface Way {
  readonly name: string
  readonly plan: Plan
  /** Whether no round is shown any more, the one at work included. */
  readonly leavesNone?: true
}

/** The rounds at the end in which one is at work. */
const RECENT = 5
const KEPT = [20, 15, 10, 8, 5, 4, 3, 2, 1]
/** No tool is of this name: only what the other options name is cut. */
const NOTHING = { tools: [], threshold: Number.MAX_SAFE_INTEGER } as const
const SPARE = { superseded: true, duplicates: true, images: true } as const
const TWICE = { superseded: true, duplicates: true } as const
/** Results of recent rounds are not cut to less than the first, as long as anything else is left, nor ever to less than the last. */
const SHORTEST = [500, 50] as const

export interface WaysOptions {
  readonly prints: Prints
  /** The tools whose results a trim cuts by itself. */
  readonly tools: readonly string[]
  /** Whether a plan makes the context small enough. */
  readonly reaches: (plan: Plan) => boolean
}

/**
 * Ways to make a context smaller, the gentlest first. What was said stays as long as anything else can go, and the
 * results of the last rounds stay as long as those of older ones can: first what is there twice or out of date, then long
 * results, then all results of older rounds; then as little of the recent ones as is enough; then whole rounds, the oldest first.
 */
export function* waysToShrink(subject: Subject, { prints, tools, reaches }: WaysOptions): Generator<Way> {
  const trimmed = (options: Partial<TrimOptions>) => trim(subject, { ...trimDefaults(tools), ...options }, prints)
  const older = (options: Partial<TrimOptions>) => trimmed({ keepRecent: RECENT, ...options })
  const but = `not the last ${RECENT} rounds`
  yield { name: `what was read before it changed, ${but}`, plan: older({ ...NOTHING, superseded: true }) }
  yield { name: 'and what is there twice', plan: older({ ...NOTHING, ...TWICE }) }
  yield { name: 'and pictures', plan: older({ ...NOTHING, ...SPARE }) }
  for (const threshold of [4000, 2000, 500])
    yield { name: `and results over ${threshold} characters, ${but}`, plan: older({ ...SPARE, threshold }) }
  const all = { ...SPARE, tools: 'all', toolInputs: true } as const
  for (const threshold of [500, 200])
    yield {
      name: `and those of every tool and long inputs over ${threshold}, ${but}`,
      plan: older({ ...all, threshold }),
    }
  const bare = withoutResults(subject, older({ ...all, agents: true, threshold: SHORTEST[1] }))
  yield { name: `no results and no thinking, ${but}`, plan: bare }
  const recent = new Set(recentRounds(subject).map(({ ref }) => ref.roundId))
  const withoutInputs = trimmed({ tools: [], toolInputs: true, images: true, threshold: SHORTEST[1] })
  yield { name: `and long inputs over ${SHORTEST[1]} characters and pictures of those`, plan: cutRecent(NOTHING) }
  yield { name: 'and what is out of date or there twice in those', plan: cutRecent({ ...NOTHING, ...TWICE }) }
  yield longestResults('results', SHORTEST[0], { ...TWICE, tools: 'all' })
  yield longestResults('results and reports', SHORTEST[1], { ...TWICE, tools: 'all', agents: true })
  const rounds = shownRoundsOf(subject).map(numberOf)
  for (const keep of KEPT) if (rounds.length > keep) yield indexed(rounds.at(-keep)!)
  if (rounds.length > 1) for (const head of SHORTEST) yield indexed(rounds.at(-1)!, head)
  if (rounds.length > 0)
    yield {
      name: 'an index of every round',
      plan: compressBefore(subject, beforeRound(subject.highest + 1)),
      leavesNone: true,
    }

  /** The longest that the results of the last rounds may stay. */
  function longestResults(what: string, shortest: number, options: Partial<TrimOptions>): Way {
    const planAt = (threshold: number) => cutRecent({ ...options, threshold })
    let [least, most] = [shortest, Math.max(shortest, longestIn(subject))]
    if (!reaches(planAt(least))) most = least
    while (most - least > 1) {
      const middle = Math.floor((least + most) / 2)
      if (reaches(planAt(middle))) least = middle
      else most = middle
    }
    return { name: `and ${what} over ${least} characters of those`, plan: planAt(least) }
  }

  /** Nothing but what was said of older rounds, and the recent ones without long inputs and pictures, and trimmed. */
  function cutRecent(options: Partial<TrimOptions>): Plan {
    const results = trimmed({ ...options, images: true })
    const [own, inputs] = [results, withoutInputs].map(blocksByRound)
    return {
      ...bare,
      pieces: bare.pieces.map((piece) => {
        if (piece.kind !== 'round' || !recent.has(piece.ref.roundId)) return piece
        const { roundId } = piece.ref
        return { ...piece, blocks: { ...inputs!.get(roundId), ...own!.get(roundId) } }
      }),
      besides: { ...withoutInputs.besides, ...results.besides, ...bare.besides },
    }
  }

  function indexed(first: number, head?: number): Way {
    const plan = compressBefore(subject, beforeRound(first))
    if (head === undefined) return { name: `an index before round ${first}`, plan }
    const fidelity = { ...FULL, thinking: 'omit', tool_result: { head } } as const
    return {
      name: `an index before round ${first}, results cut to ${head}`,
      plan: withFidelity([subject], [plan], [{ fidelity }])[0]!,
    }
  }
}

export function recentRounds(subject: Subject) {
  return roundsOf(subject).slice(-RECENT)
}

/** The plan with nothing but what was said in the rounds before the recent ones. */
function withoutResults(subject: Subject, plan: Plan): Plan {
  const recent = new Set(recentRounds(subject).map(numberOf))
  const rounds = shownRoundsOf(subject)
    .map(numberOf)
    .filter((round) => !recent.has(round))
  try {
    const dropped = drop(subject, rounds, ['tool_result', 'tool_use', 'thinking', 'image'])
    return { ...dropped, besides: { ...plan.besides, ...dropped.besides } }
  } catch (error) {
    if (isFailure(error, 'nothing-to-do', 'round-not-found')) return plan
    throw error
  }
}

function blocksByRound({ pieces }: Plan): ReadonlyMap<string, Readonly<Record<string, Form>> | undefined> {
  return new Map(pieces.flatMap((piece) => (piece.kind === 'round' ? [[piece.ref.roundId, piece.blocks]] : [])))
}

function longestIn(subject: Subject): number {
  const blocks = recentRounds(subject).flatMap(({ lines }) => lines.flatMap((line) => line.blocks))
  return blocks.reduce((longest, { chars }) => Math.max(longest, chars), 0)
}
