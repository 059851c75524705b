import { afterAll, beforeAll, expect, it } from 'vitest'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { diff } from '../../src/surgery/diff.ts'
import { cutSession } from '../../src/surgery/operations.ts'
import { trimSession } from '../../src/surgery/trim-session.ts'
import { SAMPLE } from '../api/bench.ts'
import { openViewing, type Viewing } from './viewing.ts'

let viewing: Viewing | undefined
let trimmed = ''
let dropped = ''
beforeAll(async () => {
  viewing = await openViewing()
  if (!viewing) return
  const { workspace } = viewing
  const session = await resolveSession(workspace, SAMPLE)
  trimmed = (await trimSession(workspace, session, { threshold: 100, tools: 'all' })).sessions[0]!.session!
  dropped = (await cutSession(workspace, session, { kind: 'drop', range: '2', kinds: [] })).sessions[0]!.session!
}, 600_000)
afterAll(() => viewing?.close())

const compared = (a: string, b: string, more = '') => viewing!.open(`/chains?session=${SAMPLE}&a=${a}&b=${b}${more}`)

it('a round that was trimmed is opened to what each of the two says, block by block', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const { rounds } = await diff(viewing.workspace, SAMPLE, trimmed)
  const smaller = rounds.find(({ is_same }) => !is_same)!
  expect(smaller).toMatchObject({ a: { shown: 'full' }, b: { shown: 'partial' } })
  expect(smaller.b!.tokens).toBeLessThan(smaller.a!.tokens)
  const page = await compared(SAMPLE, trimmed)
  const rows = page.getByRole('list', { name: 'rounds of both' })
  await rows.locator('button.row', { hasText: 'trimmed in B' }).first().waitFor()
  expect(await rows.locator('button.row').count()).toBe(rounds.filter(({ is_same }) => !is_same).length)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.locator('pre .add', { hasText: 'cut by stet' }).first().waitFor()
  expect(await page.locator('pre .del').count()).toBeGreaterThan(0)
  expect(page.url()).toMatch(/open=a\d/)
  await viewing.picture(page, 'compared-open')
  await page.getByLabel('rounds that are the same, too').check()
  await expect.poll(() => rows.locator('button.row').count()).toBe(rounds.length)
  await page.keyboard.press('Escape')
  await page.locator('.commit').first().waitFor()
})

it('two cuts of one session: what is in one alone, and as how large each is everywhere', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await compared(trimmed, dropped)
  const rows = page.getByRole('list', { name: 'rounds of both' })
  await rows
    .locator('button.row', { hasText: /row of the index/ })
    .first()
    .waitFor()
  const size = async (letter: string) =>
    page
      .locator('.strip', { has: page.locator(`b:text-is("${letter}")`) })
      .locator('.num')
      .last()
      .textContent()
  for (const [letter, id] of [
    ['A', trimmed],
    ['B', dropped],
  ] as const) {
    const shown = await size(letter)
    const other = await viewing.open(`/session/${id}`)
    await expect.poll(() => other.locator('main').textContent()).toContain(`${shown} / `)
    await other.context().close()
  }
})

it('a session that was cut leads to what it was cut from', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open(`/session/${dropped}`)
  await page.getByRole('link', { name: 'Compare' }).click()
  await page.getByText(/^B is .* smaller/).waitFor()
  expect(page.url()).toContain(`a=${SAMPLE}&b=${dropped}`)
})
