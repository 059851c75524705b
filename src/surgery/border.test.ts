import { expect, it } from 'vitest'
import { parseBorder } from './border.ts'

const NOW = new Date(2026, 2, 18, 10, 23)
const YESTERDAY = new Date(2026, 2, 17).toISOString()
const WEEK = new Date(NOW.getTime() - 7 * 86_400_000).toISOString()

it.each([
  ['round:047', { kind: 'round', round: 47, text: 'round:47' }],
  ['yesterday', { kind: 'time', at: YESTERDAY, text: YESTERDAY }],
  ['7d', { kind: 'time', at: WEEK, text: WEEK }],
  ['2026-03-17T10:00+01:00', { kind: 'time', at: '2026-03-17T09:00:00.000Z', text: '2026-03-17T10:00+01:00' }],
])('%s is a border whose text says the same later', (text, border) => expect(parseBorder(text, NOW)).toEqual(border))

it('anything else is none', () => expect(() => parseBorder('soon', NOW)).toThrow('neither a time nor a round'))
