import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { cutSession } from '../../src/surgery/operations.ts'
import { SAMPLE } from '../api/bench.ts'
import { openViewing, type Viewing } from './viewing.ts'

const NEXT = 'And one round more, in a commit of its own.'

let viewing: Viewing | undefined
beforeAll(async () => {
  viewing = await openViewing()
  if (!viewing) return
  const { workspace, home } = viewing
  const session = await resolveSession(workspace, SAMPLE)
  await cutSession(workspace, session, { kind: 'drop', range: '2', kinds: [] })
  const path = join(home, '.claude/projects/-project', `${SAMPLE}.jsonl`)
  const line = {
    type: 'user',
    sessionId: SAMPLE,
    uuid: '11111115-0000-4000-8000-000000000000',
    parentUuid: null,
    timestamp: new Date().toISOString(),
    message: { role: 'user', content: NEXT },
  }
  appendFileSync(path, `${JSON.stringify(line)}\n`)
  await inscribe(workspace, [path])
}, 600_000)
afterAll(() => viewing?.close())

it('two commits of a chain are picked and compared, and each leads to its round', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open(`/chains?session=${SAMPLE}`)
  const commits = page.locator('.commit')
  const [newer, older] = [
    commits.filter({ hasText: NEXT }),
    commits.filter({ hasText: 'rounds 1–4' }).filter({ hasNotText: 'snapshot' }),
  ]
  await older.getByRole('button', { name: /^compare/ }).click()
  await newer.getByRole('button', { name: /^compare/ }).click()
  await page.locator('.diff dl').waitFor()
  expect(page.url()).toMatch(/a=ctx-[0-9a-f]+&b=ctx-/)
  const said = ((await page.locator('.diff dl').textContent()) ?? '').replace(/\s+/g, ' ')
  expect(said).toContain('B continues A, by 1 commit')
  expect(said).toContain('in both4 rounds')
  expect(said).toContain('only in Bround 5')
  await viewing.picture(page, 'commits')
  await page.locator('.diff').getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => page.locator('.diff').count()).toBe(0)
  await newer.getByRole('link').click()
  await page.locator('#rounds .row.at', { hasText: NEXT }).waitFor()
})

it('a commit is compared with the session that was cut from it', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open(`/chains?session=${SAMPLE}`)
  await page.locator('.lane', { hasText: 'drop of' }).click()
  await page
    .locator('.commit', { hasText: NEXT })
    .getByRole('button', { name: /^compare/ })
    .click()
  await page.locator('.diff .add').waitFor()
  const said = ((await page.locator('.diff dl').textContent()) ?? '').replace(/\s+/g, ' ')
  expect(said).toContain('only in Brounds 2, 5')
})
