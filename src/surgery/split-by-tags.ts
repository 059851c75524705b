import { Failure } from '../model/errors.ts'
import { rangeText } from '../model/range.ts'
import type { RoundRow, Session } from '../model/session.ts'
import type { SplitRanges } from './operations.ts'

const RANGE = /^(?:[\d\s,-]+|all)$/

/** A child for each engagement that rounds carry, but for those that are shared; untagged rounds are shared anyway. */
export function splitByTags(rows: readonly RoundRow[], { id }: Session, shared: readonly string[]): SplitRanges {
  const ranges = shared.map((one) => sharedRange(rows, one))
  const prefixes = shared.filter((one) => !RANGE.test(one))
  const ids = new Set(rows.flatMap(({ engagement }) => (engagement === null ? [] : [engagement])))
  const children = [...ids]
    .filter((engagement) => !prefixes.some((prefix) => engagement.startsWith(prefix)))
    .map((engagement) => ({ id: engagement, ranges: [roundsOf(rows, (known) => known === engagement)] }))
  if (children.length > 0) return { children, shared: ranges }
  throw new Failure('usage', `No round of session ${id} is in an engagement, so the new sessions must be named.`, {
    hint: `stet split ${id} --to console=6-9 --to docs=10-14; \`stet tag suggest --session ${id}\` suggests groups`,
  })
}

/** Rounds that are named by a range, or by the beginning of their engagements' names. */
export function sharedRange(rows: readonly RoundRow[], shared: string): string {
  if (RANGE.test(shared)) return shared
  const range = roundsOf(rows, (engagement) => engagement?.startsWith(shared) ?? false)
  if (range !== '') return range
  throw new Failure(
    'engagement-not-found',
    `No round is in an engagement that begins with ${JSON.stringify(shared)}.`,
    {
      facts: { shared },
      hint: 'Give the shared rounds as a range such as 1-5, or as the first letters of their engagements.',
    },
  )
}

function roundsOf(rows: readonly RoundRow[], has: (engagement: string | null) => boolean): string {
  return rangeText(rows.filter(({ engagement }) => has(engagement)).map(({ round }) => round))
}
