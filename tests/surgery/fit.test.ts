import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { codex } from '../../src/clients/codex/index.ts'
import type { Session } from '../../src/model/session.ts'
import { inject } from '../../src/read/inject.ts'
import { start } from '../../src/surgery/contexts/start.ts'
import { shrinkSession } from '../../src/surgery/shrink-session.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/pi/three-rounds-0.87.1.jsonl')

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

/** A session of pi whose results are much more than Codex takes. */
async function large(): Promise<Session> {
  const path = join(bench.folder, 'large.jsonl')
  const text = readFileSync(FIXTURE, 'utf8').replaceAll('row 001 of the list', 'row 001 of the list '.repeat(80_000))
  writeFileSync(path, text.replaceAll(/"cacheWrite":\d\d+/g, '"cacheWrite":480000'))
  return bench.inscribeFile(path)
}

it('a session that is started for another client fits its window, and what was cut can be had back', async () => {
  const source = await large()
  const made = await start(bench.workspace, { template: 'reviewer', context: source.id, client: 'codex' })
  expect(made.fitted).toMatchObject({ window: 258_400, target: 193_800, price: null })
  expect(made.fitted!.tokens_before).toBeGreaterThan(258_400)
  expect(made.fitted!.tokens_after).toBeLessThan(193_800)
  const written = await bench.session(made.session!)
  expect(written).toMatchObject({ client: 'codex', facts: { surgery: { template: 'reviewer', commit: source.head } } })
  const sent = codex.context.conversation(readFileSync(made.path!)).join('\n')
  for (const said of ['Read the file and the list.', 'The file has two words', 'The last word is there.'])
    expect(sent).toContain(said)
  const [, block] = /stet inject ([^\s\]\\]+)/.exec(sent)!
  expect(JSON.stringify(await inject(bench.workspace, block!))).toContain('row 120 of the list')
})

it('what fits is not cut, and with --fit none nothing is', async () => {
  const small = await bench.inscribeFile(FIXTURE)
  expect(await start(bench.workspace, { template: 'x', context: small.id, client: 'codex' })).not.toHaveProperty(
    'fitted',
  )
  const source = await large()
  const whole = await start(bench.workspace, { template: 'x', context: source.id, client: 'codex', fit: 'none' })
  expect(whole).not.toHaveProperty('fitted')
  expect(readFileSync(whole.path!, 'utf8').length).toBeGreaterThan(1_000_000)
})

it('says so where no way of cutting reaches the size', async () => {
  const source = await bench.inscribeFile(FIXTURE)
  const made = await start(bench.workspace, { template: 'x', context: source.id, client: 'codex', fit: '50' })
  expect(made.warnings?.[0]).toMatch(
    /^The context has about \d+ tokens, \d+ % of the window of Codex: no way of cutting/,
  )
})

it('a session is shrunk to a share of the window of another client, and written for it', async () => {
  const source = await large()
  const { target, operated } = await shrinkSession(bench.workspace, source, { to: '50%', client: codex })
  expect(target).toBe(129_200)
  expect(operated.sessions[0]).toMatchObject({ client: 'codex', tier: 'rendering' })
  expect(operated.tokens_after).toBeLessThan(129_200)
})
