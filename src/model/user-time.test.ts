import { describe, expect, it } from 'vitest'
import { userTime } from './user-time.ts'

/** A Wednesday, in the zone that this runs in. */
const NOW = new Date(2026, 2, 18, 10, 23, 45)
const local = (year: number, month: number, day: number, hour = 0) => new Date(year, month, day, hour).toISOString()
const endOf = (year: number, month: number, day: number) => new Date(year, month, day, 23, 59, 59, 999).toISOString()

type Day = [year: number, month: number, day: number]

describe('a time that a person wrote', () => {
  it.each([
    ['2026-03-19T10:23Z', '2026-03-19T10:23:00.000Z', true],
    ['2026-03-19 10:23+01:00', '2026-03-19T09:23:00.000Z', true],
    ['now', NOW.toISOString(), true],
    ['30m', new Date(NOW.getTime() - 30 * 60_000).toISOString(), true],
    ['3h', new Date(NOW.getTime() - 3 * 3_600_000).toISOString(), true],
    ['7d', new Date(NOW.getTime() - 7 * 86_400_000).toISOString(), true],
    ['2w', new Date(NOW.getTime() - 14 * 86_400_000).toISOString(), true],
    ['an hour ago', new Date(NOW.getTime() - 3_600_000).toISOString(), true],
    ['5 minutes ago', new Date(NOW.getTime() - 5 * 60_000).toISOString(), true],
    ['2 days ago', new Date(NOW.getTime() - 2 * 86_400_000).toISOString(), true],
    ['1mo', new Date(2026, 1, 18, 10, 23, 45).toISOString(), true],
    ['a year ago', new Date(2025, 2, 18, 10, 23, 45).toISOString(), true],
  ])('%s is one moment', (text, at, isZoned) => expect(userTime(text, NOW)).toEqual({ at, until: at, isZoned }))

  it.each([
    ['2026-03-19', [2026, 2, 19], [2026, 2, 19]],
    ['today', [2026, 2, 18], [2026, 2, 18]],
    [' Yesterday ', [2026, 2, 17], [2026, 2, 17]],
    ['this week', [2026, 2, 16], [2026, 2, 22]],
    ['last week', [2026, 2, 9], [2026, 2, 15]],
    ['last  month', [2026, 1, 1], [2026, 1, 28]],
    ['this month', [2026, 2, 1], [2026, 2, 31]],
    ['last year', [2025, 0, 1], [2025, 11, 31]],
    ['monday', [2026, 2, 16], [2026, 2, 16]],
    ['last wednesday', [2026, 2, 11], [2026, 2, 11]],
  ] as readonly (readonly [string, Day, Day])[])('%s is a stretch of days in their own zone', (text, from, to) =>
    expect(userTime(text, NOW)).toEqual({ at: local(...from), until: endOf(...to), isZoned: false }),
  )

  it('a month before the 31st is the last day there is', () =>
    expect(userTime('1 month ago', new Date(2026, 2, 31, 12))!.at).toBe(local(2026, 1, 28, 12)))

  it.each(['', 'soon', 'last', 'last round', '7x', '7', 'd', '2026', '2026-13-40', '99999y ago 1', '5 months hence'])(
    '%j is none',
    (text) => expect(userTime(text, NOW)).toBeUndefined(),
  )
})
