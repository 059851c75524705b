import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { fileOf, human, says } from '../laws/lines.ts'
import { openViewing, type Viewing } from './viewing.ts'

const COMPACTED = 'c0c0c0c0-0000-4000-8000-000000000001'
const LONG = '10a9f000-0000-4000-8000-000000000001'

let viewing: Viewing | undefined
beforeAll(async () => {
  viewing = await openViewing()
  if (!viewing) return
  const folder = join(viewing.home, '.claude/projects/-project')
  const rounds = Array.from({ length: 90 }, (_, at) => [
    human(`h${at}`, at === 0 ? null : `s${at - 1}`, `question number ${at + 1}`),
    says(`s${at}`, `h${at}`, 'answered'),
  ])
  writeFileSync(join(folder, `${LONG}.jsonl`), fileOf(...rounds.flat()))
  const short = (nth: number) => fileOf(human(`x${nth}`, null, `short one ${nth}`), says(`y${nth}`, `x${nth}`, 'yes'))
  const paths = Array.from({ length: 60 }, (_, nth) =>
    join(folder, `00000000-0000-4000-9000-${String(nth).padStart(12, '0')}.jsonl`),
  )
  for (const [nth, path] of paths.entries()) writeFileSync(path, short(nth))
  await inscribe(viewing.workspace, [join(folder, `${LONG}.jsonl`), ...paths])
}, 600_000)
afterAll(() => viewing?.close())

it('a long session opens on its end, and its row of the list is in view', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open(`/session/${LONG}`)
  await page.getByText('question number 90').first().waitFor()
  const isInView = (selector: string) =>
    page.locator(selector).evaluate((node) => {
      const { top, bottom } = node.getBoundingClientRect()
      return top > 80 && bottom <= 900
    })
  expect(await isInView('#rounds .row:has-text("question number 90")')).toBe(true)
  await expect.poll(() => isInView('.list [aria-current]')).toBe(true)
  await page.waitForTimeout(2500) // the rest of the list has come by now
  expect(await isInView('.list [aria-current]')).toBe(true)
  await page.keyboard.press('j')
  const at = Number(new URL(page.url()).searchParams.get('at'))
  expect(at).toBeGreaterThan(60)
  await page.context().close()
})

it('rounds before a compaction are one row, and are there when it is opened or when one of them is asked for', async ({
  skip,
}) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open(`/session/${COMPACTED}`)
  const rows = page.locator('#rounds .row')
  const fold = page.getByRole('button', { name: /rounds before the compaction, not sent/ })
  await fold.waitFor()
  const live = await rows.count()
  await fold.click()
  await expect.poll(() => rows.count()).toBeGreaterThan(live)
  await page.goto(`${viewing.server.origin}/session/${COMPACTED}?at=1`)
  await page.locator('#rounds .row.at').waitFor()
  await page.context().close()
})

it('on home j, j and Enter open the second session at once, below the names of days', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open('/')
  const rows = page.locator('.rows .row')
  await rows.first().waitFor()
  expect(await page.locator('.day').count()).toBeGreaterThan(0)
  const second = await rows.nth(1).getAttribute('href')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.locator('.row.at:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === second)
  await page.context().close()
})

it('chips of home write conditions into the filter', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open('/')
  await page.getByRole('button', { name: 'last 7 days' }).click()
  expect(await page.getByLabel('filter sessions').inputValue()).toBe('after:7d')
  await page.getByRole('button', { name: '≥ 75 % full' }).click()
  await page.getByText('No session has these words.').waitFor()
  await page.getByRole('button', { name: '≥ 75 % full' }).click()
  await page.getByRole('button', { name: 'last 7 days' }).click()
  expect(new URL(page.url()).search).toBe('')
  await page.context().close()
})

it('where the record is empty a button captures this machine', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open('/storage')
  let isCaptured = false
  await page.route('**/api/sessions', (route) => (isCaptured ? route.fallback() : route.fulfill({ json: [] })))
  page.on('request', (request) => {
    isCaptured ||= request.url().endsWith('/api/capture')
  })
  await page.goto(`${viewing.server.origin}/`)
  await page.getByRole('button', { name: 'Capture the sessions of this machine' }).click()
  await page.locator('.rows .row').first().waitFor()
  expect(isCaptured).toBe(true)
  await page.context().close()
})
