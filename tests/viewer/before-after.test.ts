import { afterAll, beforeAll, expect, it } from 'vitest'
import { TOKEN_KINDS } from '../../src/model/tokens.ts'
import { contextWindow } from '../../src/read/context-window.ts'
import { layoutOf, type MapLayout, SEGMENTS, type SegmentKind } from '../../src/read/map-layout.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { cutSession } from '../../src/surgery/operations.ts'
import { trimSession } from '../../src/surgery/trim-session.ts'
import { layoutsOf } from '../../viewer/src/lib/before-after.ts'
import { TOKEN_KINDS as KINDS_OF_PAGE } from '../../viewer/src/lib/kinds.ts'
import { type Bench, openBench, SAMPLE } from '../api/bench.ts'

const COMPACTED = 'c0c0c0c0-0000-4000-8000-000000000001'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

/** Tokens of a kind, in one round or in all. */
function tokensIn({ length, starts, kinds, rounds }: MapLayout, kind: SegmentKind, round?: number): number {
  let sum = 0
  for (let at = 0; at < length; at++) {
    const isWanted = SEGMENTS[kinds[at]!] === kind && (round === undefined || rounds[at] === round)
    if (isWanted) sum += starts[at + 1]! - starts[at]!
  }
  return sum
}

it('page and server count tokens by the same kinds, in the same order', () => {
  expect(KINDS_OF_PAGE).toEqual(TOKEN_KINDS)
})

it('the map after a trim has what the plan has, kind by kind', async () => {
  const session = await resolveSession(bench.workspace, SAMPLE)
  const window = await contextWindow(bench.workspace, session)
  const trimmed = await trimSession(
    bench.workspace,
    session,
    { threshold: 20, tools: 'all' },
    { dryRun: true, parts: true },
  )
  const [made] = trimmed.sessions
  const { before, after } = layoutsOf(layoutOf(window), made!)
  expect(before.total).toBeCloseTo(window.tokens, -1)
  expect(Math.abs(after.total - made!.tokens_after)).toBeLessThan(made!.parts!.length + 2)
  const planned = made!.tokens_by_kind.after
  for (const [kind, tokens] of [
    ['result', planned.tool_result],
    ['call', planned.tool_use],
    ['thinking', planned.thinking],
  ] as const)
    expect(Math.abs(tokensIn(after, kind) - tokens), kind).toBeLessThan(made!.parts!.length + 2)
  const gone = Array.from(before.gone).some((share) => share > 0 && share < 1)
  expect(gone).toBe(trimmed.trimmed_count! > 0)
})

it.each([
  { id: SAMPLE, dropped: 2, stays: 4 },
  { id: COMPACTED, dropped: 4, stays: 3 },
  { id: COMPACTED, dropped: 3, stays: 5 },
])(
  'round $dropped of $id becomes a row: gone whole before, not there after; round $stays is as it was',
  async (one) => {
    const session = await resolveSession(bench.workspace, one.id)
    const window = await contextWindow(bench.workspace, session)
    const cut = { kind: 'drop', range: String(one.dropped), kinds: [] } as const
    const { sessions } = await cutSession(bench.workspace, session, cut, { dryRun: true, parts: true })
    const { before, after } = layoutsOf(layoutOf(window), sessions[0]!)
    for (let at = 0; at < before.length; at++)
      if (before.rounds[at]! > 0) expect(before.gone[at]! > 0.9, String(at)).toBe(before.rounds[at] === one.dropped)
    expect(Array.from(after.rounds)).not.toContain(one.dropped)
    expect(tokensIn(after, 'synthetic')).toBeGreaterThan(0)
    for (const kind of SEGMENTS)
      if (kind !== 'fixed')
        expect(tokensIn(after, kind, one.stays), kind).toBeCloseTo(tokensIn(before, kind, one.stays), -1)
    expect(Math.abs(after.total - sessions[0]!.tokens_after)).toBeLessThan(5)
  },
)
