import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE } from '../api/bench.ts'
import { openViewing, type Viewing } from './viewing.ts'

let viewing: Viewing | undefined
beforeAll(async () => {
  viewing = await openViewing()
}, 600_000)
afterAll(() => viewing?.close())

const selected = async (page: Page) => new URL(page.url()).searchParams.get('sel')
const isOpen = async (page: Page) => new URL(page.url()).searchParams.has('open')

async function openSession(): Promise<Page> {
  const page = await viewing!.open(`/session/${SAMPLE}`)
  await page.locator('#rounds .row').nth(3).waitFor()
  await page.locator('canvas[aria-busy="false"]').waitFor() // nothing moves from here on
  return page
}

/** Draws from the middle of one row to the middle of another. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const middle = async (row: number) => {
    const box = (await page.locator('#rounds .row').nth(row).boundingBox())!
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  }
  await page.mouse.move(...(await middle(from)))
  await page.mouse.down()
  await page.mouse.move(...(await middle(to)), { steps: 8 })
  await page.mouse.up()
}

describe('rounds of the timeline', () => {
  it('are selected by drawing over them, down and up, without being opened', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await openSession()
    await drag(page, 0, 2)
    await expect.poll(() => selected(page)).toBe('1-3')
    expect(await page.locator('#rounds .row.selected').count()).toBe(3)
    expect(await isOpen(page)).toBe(false)
    await drag(page, 3, 2)
    await expect.poll(() => selected(page)).toBe('3-4')
    expect(await isOpen(page)).toBe(false)
  })

  it('are opened by a click, which selects nothing', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await openSession()
    await page.locator('#rounds .row .line').nth(1).click()
    await page.locator('.said').first().waitFor()
    expect(await selected(page)).toBe(null)
    expect(new URL(page.url()).searchParams.get('open')).toBe('2')
  })

  it('are selected from one to the other by a click with shift, and one by one with control', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await openSession()
    const row = (nth: number) => page.locator('#rounds .row .line').nth(nth)
    await row(1).click({ modifiers: ['Control'] })
    await row(3).click({ modifiers: ['Shift'] })
    await expect.poll(() => selected(page)).toBe('2-4')
    await row(0).click({ modifiers: ['Shift'] })
    await expect.poll(() => selected(page)).toBe('1-2')
    await row(0).click({ modifiers: ['Control'] })
    await expect.poll(() => selected(page)).toBe('2')
    await page.locator('#rounds .row input').nth(3).click()
    await expect.poll(() => selected(page)).toBe('2,4')
    expect(await isOpen(page)).toBe(false)
  })

  it('are selected by shift and the arrows, and given back by going the other way', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await openSession()
    for (const key of ['ArrowDown', 'ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
    await expect.poll(() => selected(page)).toBe('2-4')
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(() => selected(page)).toBe('2-3')
    await page.keyboard.press('a')
    await expect.poll(() => selected(page)).toBe('1-4')
    await page.keyboard.press('Escape')
    await expect.poll(() => selected(page)).toBe(null)
  })

  it('are selected by drawing over the map', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await openSession()
    const box = (await page.locator('figure canvas').boundingBox())!
    const ticks = await page
      .locator('.ticks span')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
    const y = box.y + box.height / 2
    await page.mouse.move(ticks[0]! + 4, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 2, y, { steps: 8 })
    await page.mouse.up()
    await expect.poll(() => selected(page)).toMatch(/-4$/)
  })
})
