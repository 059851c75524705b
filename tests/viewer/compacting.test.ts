import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { saidRounds } from './said-rounds.ts'
import { openViewing, type Viewing } from './viewing.ts'

const SESSION = 'd0d0d0d0-0000-4000-8000-000000000001'
const FIXTURE = resolve(import.meta.dirname, '../fixtures/claude-code/manual-compact-2.1.325.jsonl')

let viewing: Viewing | undefined
beforeAll(async () => {
  viewing = await openViewing()
}, 600_000)
afterAll(() => viewing?.close())

it('what is read stays where it is when the client compacts, and is folded when the session is opened again', async ({
  skip,
}) => {
  if (!viewing) return skip('there is no browser')
  const path = join(viewing.home, '.claude/projects/-project', `${SESSION}.jsonl`)
  writeFileSync(path, saidRounds(SESSION, 1, 60))
  await inscribe(viewing.workspace, [path])
  const page = await viewing.open(`/session/${SESSION}`)
  await page.getByText('60 / 60').waitFor()
  await page.locator('canvas[aria-busy="false"]').waitFor()
  const row = page.locator('.row').filter({ hasText: 'Question 30:' })
  await page.locator('#rounds').evaluate((box) => {
    box.scrollTop = box.scrollHeight / 2 - 200
  })
  await row.waitFor()
  const before = await row.boundingBox()
  appendFileSync(path, compaction())
  await inscribe(viewing.workspace, [path])
  await page.getByText('no longer sent').waitFor()
  await row.getByText('not sent').first().waitFor({ state: 'attached' })
  await page.getByText('62 / 62').waitFor()
  await page.waitForTimeout(300)
  expect((await row.boundingBox())!.y).toBeCloseTo(before!.y, 0)
  expect(await page.getByRole('img', { name: /the context window/ }).getAttribute('aria-label')).toMatch(/in 2 rounds$/)
  await page.reload()
  await page.getByText('60 rounds before the compaction, not sent').waitFor()
  await page.getByText('2 / 62', { exact: true }).waitFor()
})

/** What the client wrote from its compaction on. */
function compaction(): string {
  const lines = readFileSync(FIXTURE, 'utf8')
    .replace(/"sessionId":"[^"]*"/g, `"sessionId":"${SESSION}"`)
    .split('\n')
  return lines.slice(lines.findIndex((line) => line.includes('compact_boundary'))).join('\n')
}
