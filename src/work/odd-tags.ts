import { rangeText } from '../model/range.ts'
import type { RoundRow } from '../model/session.ts'
import type { OddTag } from './list-engagements.ts'

/** From so many rounds on a session is long enough for short runs to look odd. */
const LONG = 12
const SHORT = 2
/** So many changes to and fro, one after the other. */
const ALTERNATES = 4

interface Run {
  readonly engagement: string | null
  readonly rounds: readonly number[]
}

/** Tags of a session that look like slips: single rounds inside another engagement, to and fro, very short runs. */
export function oddTags(session: string, rows: readonly RoundRow[]): readonly OddTag[] {
  const runs = runsOf(rows)
  const odd: OddTag[] = []
  runs.forEach(({ engagement, rounds }, at) => {
    if (engagement === null) return
    const before = runs[at - 1]?.engagement
    const after = runs[at + 1]?.engagement
    const place = { session, range: rangeText(rounds), engagement }
    if (alternatesFrom(runs, at))
      odd.push({ ...place, what: 'alternating', why: `${engagement} and ${after} take turns` })
    else if (rounds.length === 1 && before !== undefined && before === after && before !== null)
      odd.push({ ...place, what: 'isolated', why: `a single round inside ${before}` })
    else if (rows.length >= LONG && rounds.length <= SHORT && runs.length > 1)
      odd.push({ ...place, what: 'short', why: `only ${rounds.length} of ${rows.length} rounds` })
  })
  return odd
}

function runsOf(rows: readonly RoundRow[]): readonly Run[] {
  const runs: { engagement: string | null; rounds: number[] }[] = []
  for (const { round, engagement } of rows) {
    const last = runs.at(-1)
    if (last && last.engagement === engagement) last.rounds.push(round)
    else runs.push({ engagement, rounds: [round] })
  }
  return runs
}

/** X, Y, X, Y begins here, and not before. */
function alternatesFrom(runs: readonly Run[], at: number): boolean {
  const turns = runs.slice(at, at + ALTERNATES)
  if (turns.length < ALTERNATES || turns.some(({ engagement, rounds }) => engagement === null || rounds.length > SHORT))
    return false
  const isTurn = turns.every(({ engagement }, turn) => engagement === turns[turn % 2]!.engagement)
  const isLater = at > 0 && runs[at - 1]!.engagement === turns[1]!.engagement && runs[at - 1]!.rounds.length <= SHORT
  return isTurn && !isLater
}
