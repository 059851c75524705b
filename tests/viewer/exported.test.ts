import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportTo } from '../../src/read/export.ts'
import { readRounds } from '../../src/read/read-rounds.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { tag } from '../../src/work/tag.ts'
import { SAMPLE } from '../api/bench.ts'
import { transcript } from '../faults/transcript.ts'
import { openViewing, type Viewing } from './viewing.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const LONGER = '7e470000-0000-4000-8000-000000000001'

let viewing: Viewing | undefined
let file = ''
beforeAll(async () => {
  viewing = await openViewing()
  if (!viewing) return
  await tag(viewing.workspace, await resolveSession(viewing.workspace, SAMPLE), { range: '2', engagement: 'plan-work' })
  file = (await exportTo(viewing.workspace, SAMPLE, { to: 'html', out: viewing.home })).path
}, 600_000)
afterAll(() => viewing?.close())

/** The file itself, as somebody opens it who got it; what it asks for, and what its policy refuses, is noted. */
async function opened(options: BrowserContextOptions = {}) {
  const asked: string[] = []
  const page = await viewing!.file(file, options)
  page.on('request', (request) => void asked.push(request.url()))
  const refused: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())))
  await page.reload()
  return { page, asked: asked.filter((url) => url !== pathToFileURL(file).href), refused }
}

const told = (page: Page) => page.locator('.bar output').textContent()

describe('a session as one page', () => {
  it('is named after its title', ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    expect(file).toBe(join(viewing.home, 'a-plan-a-helper-a-long-list.html'))
  })

  it('is less than twice as large as what was said, looks and all', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const source = join(viewing.home, '.claude/projects/-project', `${LONGER}.jsonl`)
    writeFileSync(source, transcript({ sessionId: LONGER, rounds: 40, roundBytes: 2000 }).join(''))
    await inscribe(viewing.workspace, [source])
    const { files } = await exportTo(viewing.workspace, LONGER, { to: 'html', out: join(viewing.home, 'longer.html') })
    const { rounds } = await readRounds(viewing.workspace, LONGER, 'all')
    const text = rounds.flatMap(({ blocks }) => blocks).reduce((sum, { content }) => sum + sizeOf(content), 0)
    expect(files[0]!.bytes).toBeLessThan(2 * text)
  })

  it('asks for nothing, has a map and contents that lead to rounds, and tools in a line each', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const { page, asked, refused } = await opened()
    expect(await page.title()).toBe('A plan, a helper, a long list')
    expect(await page.locator('.map path').count()).toBeGreaterThan(3)
    const call = page.locator('details.tool', { hasText: 'plan.txt' }).first()
    expect((await call.locator('summary').textContent())?.replace(/\s+/g, ' ')).toMatch(/^Writeplan\.txt\+\d+ −0/)
    await call.locator('summary').click()
    await call.locator('.diff ins').first().waitFor()
    await page.getByRole('navigation', { name: 'contents' }).getByRole('link', { name: /^4/ }).click()
    expect(page.url()).toMatch(/#round-4$/)
    await page.locator('.map a[href="#round-2"] rect').dispatchEvent('click')
    expect(page.url()).toMatch(/#round-2$/)
    await page.locator('#round-2 mark', { hasText: 'plan-work' }).waitFor()
    expect({ asked, refused }).toEqual({ asked: [], refused: [] })
    await viewing.picture(page, 'exported')
    await page.context().close()
  })

  it('finds words, also in what is folded, and goes from one to the next by key', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const { page } = await opened()
    await page.keyboard.press('/')
    await page.keyboard.insertText('plan.txt') // at once: what is found by its beginning is counted, too
    await expect.poll(() => told(page)).toMatch(/^1 of \d+ · round \d/)
    const count = Number(/of (\d+)/.exec((await told(page)) ?? '')![1])
    expect(count).toBeGreaterThan(2)
    for (let nth = 2; nth <= count; nth++) await page.keyboard.press('Enter')
    expect(await told(page)).toContain(`${count} of ${count}`)
    expect(await page.locator('details[open]').count()).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    for (const key of ['k', 'k', 'k', 'k', 'j']) await page.keyboard.press(key)
    await expect.poll(() => page.locator('nav a[aria-current]').textContent()).toMatch(/^2/)
    await page.context().close()
  })

  it.for(['light', 'dark'] as const)('is open to everybody: %s', async (colorScheme, { skip }) => {
    if (!viewing) return skip('there is no browser')
    const { page } = await opened({ colorScheme, bypassCSP: true })
    const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    await page.evaluate(AXE)
    for (const width of [1440, 900, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      const found = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html.slice(0, 160)]))',
      )
      expect(found, String(width)).toEqual([])
      await viewing.picture(page, `exported-${colorScheme}-${width}`)
    }
    const before = await paper()
    await page.getByRole('button', { name: 'Light, dark' }).click()
    expect(await paper()).not.toBe(before)
    await page.context().close()
  })
})

/** Bytes of every text in a value. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, one) => sum + sizeOf(one), 0)
}
