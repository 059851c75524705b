import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pressureOf } from '../../src/live/pressure-of.ts'
import { reviveSession } from '../../src/surgery/revive-session.ts'
import { openSurgeryBench, type SurgeryBench } from '../surgery/bench.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/codex')

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

it.each(['three-rounds-0.166.0', 'compaction-0.166.0', 'legacy-0.166.0'])(
  'a window is as full as the client counted last: %s',
  async (name) => {
    const session = await bench.inscribeFile(join(FIXTURES, `${name}.jsonl`))
    const { tokens, window, percent } = await pressureOf(bench.workspace, session)
    expect(session.facts.tokens).toBeGreaterThan(0)
    expect([tokens, window]).toEqual([session.facts.tokens, 190_000])
    expect(percent).toBeCloseTo((session.facts.tokens / 190_000) * 100, 0)
  },
)

it.each(['three-rounds-0.166.0', 'legacy-0.166.0'])(
  'an operation begins with what the client counted last: %s',
  async (name) => {
    const session = await bench.inscribeFile(join(FIXTURES, `${name}.jsonl`))
    const trimmed = await bench.operate(session, { kind: 'trim', options: { threshold: 10 } }, { dryRun: true })
    expect(trimmed.tokens_before).toBe(session.facts.tokens)
  },
)

it('a count that grew without text is of the text that is there: what goes takes its share along', async () => {
  const full = join(bench.folder, 'full.jsonl')
  const text = readFileSync(join(FIXTURES, 'three-rounds-0.166.0.jsonl'), 'utf8')
  const last = text.lastIndexOf('"total_tokens":1050')
  writeFileSync(full, `${text.slice(0, last)}"total_tokens":150000${text.slice(last + '"total_tokens":1050'.length)}`)
  const session = await bench.inscribeFile(full)
  const { sessions, tokens_before, tokens_after } = await bench.operate(
    session,
    { kind: 'compress-before', before: 'round:3' },
    { dryRun: true },
  )
  const { before, after } = sessions[0]!.tokens_by_kind
  expect(tokens_before).toBe(150_000)
  const stays = tokens_before - sum(before)
  expect(stays).toBeLessThanOrEqual(session.facts.fixedTokens! + 5) // each kind is rounded
  expect(Math.abs(tokens_after - sum(after) - stays)).toBeLessThanOrEqual(5)
})

it('rounds from before a compaction are compared with what is sent now', async () => {
  const session = await bench.inscribeFile(join(FIXTURES, 'compaction-0.166.0.jsonl'))
  const revived = await reviveSession(bench.workspace, session, { beforeCompaction: true, dryRun: true })
  expect(revived.tokens_before).toBe(session.facts.tokens)
  expect(revived.tokens_after).toBeGreaterThan(revived.tokens_before)
  expect(revived.sessions[0]).toMatchObject({ rounds_full: 5, cache: { kept: 0, breaks_at_round: 1 } })
})

it('what an operation foretold is what the next one begins with', async () => {
  const session = await bench.inscribeFile(join(FIXTURES, 'three-rounds-0.166.0.jsonl'))
  const first = await bench.operate(session, { kind: 'trim', options: { threshold: 10 } })
  const made = await bench.made(first)
  const next = await bench.operate(made, { kind: 'compress-before', before: 'round:3' }, { dryRun: true })
  expect(next.tokens_before).toBe(first.tokens_after)
})

function sum(tokens: Readonly<Record<string, number>>): number {
  return Object.values(tokens).reduce((all, one) => all + one, 0)
}
