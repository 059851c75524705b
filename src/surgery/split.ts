import { Failure } from '../model/errors.ts'
import type { Plan } from '../model/plan.ts'
import { byPlace, parseRange, rangeText, roundsIn } from '../model/range.ts'
import { fullRound, indexOf } from './pieces.ts'
import { planOf } from './plan-of.ts'
import { indexedIn, numberOf, numbersMeant, placeOf, type Subject, shownRoundsOf } from './subject.ts'

/** Which rounds each child gets, as ranges, and what it is called. */
export interface SplitRanges {
  readonly children: readonly {
    readonly id: string
    readonly title?: string | undefined
    readonly ranges: readonly string[]
  }[]
  readonly shared: readonly string[]
}

/** Which rounds each child gets for its own; the rounds nobody gets are shared by all. */
export interface SplitMap {
  readonly children: readonly {
    readonly id: string
    readonly title?: string | undefined
    readonly rounds: readonly number[]
  }[]
}

/** One plan a child: an index of the shared rounds, then its own rounds, whole, also of those that are not sent any more. */
export function split(subject: Subject, map: SplitMap): readonly Plan[] {
  const rounds = shownRoundsOf(subject)
  const reachable = [...rounds, ...subject.unsent()].sort((a, b) => byPlace(placeOf(a), placeOf(b)))
  const own = new Set(map.children.flatMap((child) => child.rounds))
  const shared = [
    ...indexedIn(subject).filter((round) => !own.has(round.number)),
    ...rounds.filter((round) => !own.has(numberOf(round))),
  ].map((round) => round.ref)
  return map.children.map((child) => {
    const mine = new Set(child.rounds)
    const pieces = [...indexOf(shared), ...reachable.filter((round) => mine.has(numberOf(round))).map(fullRound)]
    return planOf(
      'split',
      [subject],
      pieces,
      { engagement: child.id, rounds: rangeText(child.rounds) },
      { name: child.id, title: child.title },
    )
  })
}

/** Reads a map of ranges; every round is shared or in one child, and every child has some. */
export function splitMapOf(
  subject: Subject,
  wanted: SplitRanges['children'],
  shared: readonly string[] = [],
): SplitMap {
  const own = shownRoundsOf(subject).map(numberOf)
  const there = new Set([...own, ...subject.unsent().map(numberOf)])
  const highest = Math.max(0, subject.highest)
  const reachable = [...shownRoundsOf(subject), ...subject.unsent()]
  const taken = new Map<number, string>()
  const named = (range: string) => roundsIn(parseRange(range, highest, subject.session))
  for (const round of shared.flatMap(named)) taken.set(round, 'shared')
  const children = wanted.map(({ id, title, ranges }) => {
    const rounds = [...new Set(ranges.flatMap(named))].sort((a, b) => a - b)
    for (const round of rounds) {
      const other = taken.get(round)
      if (other !== undefined) throw overlap(round, id, other)
      taken.set(round, id)
    }
    const missing = rounds.filter((round) => !there.has(round))
    if (missing.length > 0 || rounds.length === 0) throw notThere(subject, id, missing, own)
    return { id, title, rounds }
  })
  const names = children.map((child) => child.id)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Failure('usage', `The split names ${JSON.stringify(twice)} twice.`, {})
  return {
    children: children.map(({ id, title, rounds }) => {
      return { id, title, rounds: numbersMeant(reachable, rounds).filter(isOf(id)) }
    }),
  }

  /** A number means what it meant when it was given, but for what is named by itself. */
  function isOf(id: string): (round: number) => boolean {
    return (round) => (taken.get(round) ?? id) === id
  }
}

function overlap(round: number, id: string, other: string): Failure {
  return new Failure('range-invalid', `Round ${round} cannot be in ${id} and in ${other}.`, {
    facts: { round, first: other, second: id },
    hint: 'Give each round to one child, or leave it out to share it.',
  })
}

function notThere(subject: Subject, id: string, missing: readonly number[], own: readonly number[]): Failure {
  const message = missing.length === 0 ? `${id} gets no round.` : `Round ${missing[0]} of ${id} is not in this context.`
  return new Failure('round-not-found', message, {
    facts: { session: subject.session, child: id, missing: rangeText(missing) },
    hint: own.length === 0 ? 'The context has no rounds.' : `The context has the rounds ${rangeText(own)}.`,
  })
}
