import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { answers, calls, fileOf, human, says } from '../laws/lines.ts'
import { openViewing, type Viewing } from './viewing.ts'

const ID = 'f19d0000-0000-4000-8000-000000000001'
const FILLER = 'nothing to see in this line\n'.repeat(120)

let viewing: Viewing | undefined
beforeAll(async () => {
  viewing = await openViewing()
  if (!viewing) return
  const path = join(viewing.home, '.claude/projects/-project', `${ID}.jsonl`)
  const round = (nth: number, result: string, answer: string) => [
    human(`h${nth}`, nth === 1 ? null : `s${nth - 1}`, `number ${nth}`),
    calls(`c${nth}`, `h${nth}`, `toolu_${nth}`),
    answers(`a${nth}`, `c${nth}`, `toolu_${nth}`, result),
    says(`s${nth}`, `a${nth}`, answer),
  ]
  writeFileSync(
    path,
    fileOf(
      ...round(1, FILLER, `${FILLER}the purple walrus sleeps. ${FILLER} A purple walrus wakes.`),
      ...round(2, FILLER, 'nobody'),
      ...round(3, `${FILLER}purple walrus in a file`, 'done'),
    ),
  )
  await inscribe(viewing.workspace, [path])
}, 600_000)
afterAll(() => viewing?.close())

const bar = (page: Page) => page.locator('.find .num')
/** Whether the words that are meant now are on the screen, and what they are. */
const shown = (page: Page) =>
  page.evaluate<{ text: string; isInView: boolean }>(`(() => {
    const [range] = CSS.highlights.get('found-now')
    const { top, bottom } = range.getBoundingClientRect()
    const box = document.getElementById('rounds').getBoundingClientRect()
    return { text: String(range), isInView: top > box.top && bottom < box.bottom }
  })()`)

it('a hit opens at its words, n goes on to the next and to the next round, N back', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open('/search?q=purple+walrus')
  await page.locator('.hit mark').first().waitFor()
  expect(await page.locator('.hits h2').count()).toBe(1)
  await page.locator('.hit').first().click()
  await expect.poll(() => bar(page).textContent()).toBe('1 of 2 in round 1 · 2 rounds')
  await expect.poll(() => shown(page)).toEqual({ text: 'purple walrus', isInView: true })
  expect(await page.locator('.row.open').first().isVisible()).toBe(true)
  await page.keyboard.press('n')
  await expect.poll(() => bar(page).textContent()).toContain('2 of 2 in round 1')
  await expect.poll(() => shown(page)).toEqual({ text: 'purple walrus', isInView: true })
  const head = (await page.locator('.row.open').boundingBox())!
  expect(Math.abs(head.y - (await page.locator('#rounds').boundingBox())!.y)).toBeLessThan(2) // it stays at the top
  await page.keyboard.press('n')
  await expect.poll(() => bar(page).textContent()).toContain('1 of 1 in round 3')
  expect(await shown(page)).toMatchObject({ text: 'purple walrus' })
  await page.keyboard.press('N')
  await expect.poll(() => bar(page).textContent()).toContain('2 of 2 in round 1')
  await viewing.picture(page, 'found')
  await page.context().close()
})

it('the filter of rounds looks into them, not only at how they begin', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open(`/session/${ID}`)
  await page.getByLabel('filter rounds').fill('walrus')
  await expect.poll(() => page.locator('#rounds .row').count()).toBe(2)
  await page.context().close()
})
