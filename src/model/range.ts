import { Failure } from './errors.ts'

/** An inclusive stretch of round numbers. */
export interface RoundRange {
  readonly from: number
  readonly to: number
}

/**
 * Reads `47`, `047`, `3-9,12` or `all`. Numbers above `highest`, the session's last, and below `lowest` are refused with
 * those there are: every command checks a range here, so that all say the same of it.
 */
export function parseRange(text: string, highest: number, session?: string, lowest = 1): readonly RoundRange[] {
  const trimmed = text.trim()
  if (trimmed === 'all') return highest >= 1 ? [{ from: 1, to: highest }] : []
  return trimmed.split(',').map((part) => {
    const match = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part)
    if (!match) {
      throw new Failure('range-invalid', `${JSON.stringify(text.slice(0, 80))} is not a range of rounds.`, {
        facts: { range: text.slice(0, 200) },
        hint: 'Write a round as 47, several as 3-9,12, every round as all.',
      })
    }
    const from = Number(match[1])
    const to = match[2] === undefined ? from : Number(match[2])
    if (from > to) {
      throw new Failure('range-invalid', `The range ${part.trim()} runs backwards.`, { hint: `Write ${to}-${from}.` })
    }
    if (to > highest) throw noRound(match[2] ?? match[1]!, highest, session)
    if (from < lowest) throw noRound(match[1]!, highest, session)
    return { from, to }
  })
}

/** A round that is named and is not there, as it was written. */
export function noRound(named: string, highest: number, session: string | undefined): Failure {
  const round = named.replace(/^0+(?=\d)/, '').slice(0, 40)
  return new Failure('round-not-found', `There is no round ${round}; the session has ${describeRounds(highest)}.`, {
    facts: { ...(session !== undefined && { session }), round: Number(round), highest },
    hint: `Run \`stet rounds ${session ?? 'SESSION'}\` to see them.`,
  })
}

/** Every number of the ranges, ascending, once. */
export function roundsIn(ranges: readonly RoundRange[]): readonly number[] {
  const all = new Set<number>()
  for (const { from, to } of ranges) for (let n = from; n <= to; n++) all.add(n)
  return [...all].sort((a, b) => a - b)
}

export function isWithin(ranges: readonly RoundRange[], round: number): boolean {
  return ranges.some(({ from, to }) => from <= round && round <= to)
}

/** Whether a round is meant by these numbers: a number also means what was a part of its round when it was given. */
export function isNamed(
  numbers: ReadonlySet<number>,
  { round, within }: { readonly round: number; readonly within?: number | undefined },
): boolean {
  return numbers.has(round) || (within !== undefined && numbers.has(within))
}

/** The place of a round among others: one that was a part of another once comes after that. */
export function byPlace(a: Placed, b: Placed): number {
  return (a.within ?? a.round) - (b.within ?? b.round) || a.round - b.round
}

interface Placed {
  readonly round: number
  readonly within?: number | undefined
}

/** Numbers that follow one another, joined; their order is kept. */
export function runsOf(numbers: readonly number[]): [from: number, to: number][] {
  const runs: [from: number, to: number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && last[1] + 1 === number) last[1] = number
    else runs.push([number, number])
  }
  return runs
}

/** Numbers as people write them: `3-5,9`; their order is kept. */
export function rangeText(numbers: readonly number[]): string {
  return runsOf(numbers)
    .map(([from, to]) => (from === to ? String(from) : `${from}-${to}`))
    .join(',')
}

function describeRounds(highest: number): string {
  return highest === 0 ? 'no rounds' : highest === 1 ? 'round 1 only' : `rounds 1 to ${highest}`
}
