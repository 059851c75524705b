import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { tag } from '../../src/work/tag.ts'
import { SAMPLE } from '../api/bench.ts'
import { openViewing, type Viewing } from './viewing.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  session: `/session/${SAMPLE}?open=2&at=2`,
  preview: `/session/${SAMPLE}?sel=2-3&do=drop`,
  lanes: `/session/${SAMPLE}?do=split`,
  growth: `/session/${SAMPLE}?view=growth`,
  merge: `/session/${SAMPLE}?do=merge`,
  rollover: `/session/${SAMPLE}?do=rollover`,
  shrink: `/session/${SAMPLE}?do=shrink&to=5000`,
  brief: `/session/${SAMPLE}?do=compress`,
  sent: '/session/c0c0c0c0-0000-4000-8000-000000000001?view=sent',
  chains: `/chains?session=${SAMPLE}`,
  compared: `/chains?session=${SAMPLE}&a=${SAMPLE}&b=c0c0c0c0-0000-4000-8000-000000000001`,
  commits: `/chains?session=${SAMPLE}&a=HEAD&b=c0c0c0c0-0000-4000-8000-000000000001`,
  selected: `/session/${SAMPLE}?sel=2-4&by=engagement`,
  nothing: '/session/no-such-session',
  engagements: '/engagements',
  search: '/search?q=plan',
  storage: '/storage',
}

let viewing: Viewing | undefined
let head = ''
beforeAll(async () => {
  viewing = await openViewing()
  if (!viewing) return
  const session = await resolveSession(viewing.workspace, SAMPLE)
  head = session.head ?? ''
  await tag(viewing.workspace, session, { range: '2-3', engagement: 'plan-work' })
}, 600_000)
afterAll(() => viewing?.close())

const LOOKS = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 1440 },
  { colorScheme: 'dark', width: 1024 },
  { colorScheme: 'dark', width: 375 },
  { colorScheme: 'light', width: 375 },
] as const

/** Rules are run in the page itself, which lets no script in: they come as a part of the test. */
it.for(Object.keys(PAGES))('%s is open to everybody, light and dark, wide and narrow', async (name, { skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open(PAGES[name]!.replace('HEAD', head), { bypassCSP: true })
  await page.waitForSelector('.loading', { state: 'detached' })
  await page.waitForTimeout(500)
  expect(await unnamedIn(page)).toEqual([])
  await page.evaluate(AXE)
  for (const { colorScheme, width } of LOOKS) {
    const look = `${colorScheme}-${width}`
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 820 })
    await page.waitForTimeout(200)
    await viewing.picture(page, `${name}-${look}`)
    const isTooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    expect(isTooWide, `${look}: the page is wider than the screen`).toBe(false)
    expect(await violationsIn(page), look).toEqual([])
  }
  await page.context().close()
})

it('the phases of an engagement are seen whole where all of it is higher than the screen', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open('/engagements', { viewport: { width: 390, height: 360 } })
  const table = page.getByRole('table', { name: 'phases and roles' })
  const seen = () => table.evaluate((node) => node.parentElement!.clientHeight >= node.clientHeight)
  await expect.poll(seen).toBe(true)
})

it('works by keyboard alone, from home to a written session and back', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open('/')
  await page.locator('.rows a').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('helper')
  await page.keyboard.press('Enter')
  await page.locator('.row').first().waitFor()
  for (const key of ['j', 'j', 'x', 'Space']) await page.keyboard.press(key)
  await page.locator('.said').first().waitFor()
  await page.keyboard.press('d')
  await page.getByRole('button', { name: 'Write new session' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.preview').count()).toBe(0)
  await page.keyboard.press('d')
  await page.getByRole('button', { name: 'Write new session' }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.written').waitFor()
  await page.keyboard.press('u')
  await page.getByText(/Undid drop/).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'keys' }).waitFor()
})

it('p shows the preview that was left, and leaves one alone that is there', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open(`/session/${SAMPLE}`)
  await page.locator('#rounds').waitFor()
  const shown = async () => new URL(page.url()).searchParams.get('do')
  for (const [key, doing] of [
    ['r', 'revive'],
    ['p', 'revive'],
    ['Escape', null],
    ['p', 'revive'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(shown).toBe(doing)
  }
})

it('the sheets above the page are open to everybody, and escape closes them', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open(`/session/${SAMPLE}`, { colorScheme: 'dark', bypassCSP: true })
  await page.locator('.row').first().waitFor()
  await page.evaluate(AXE)
  const sheets: readonly (readonly [string, () => Promise<void>])[] = [
    ['export', () => page.getByRole('button', { name: 'Export…' }).click()],
    ['keys', () => page.keyboard.press('?')],
  ]
  for (const [name, open] of sheets) {
    await open()
    const sheet = page.getByRole('dialog', { name })
    await sheet.waitFor()
    if (name === 'export') await sheet.getByLabel('JSON').check()
    await viewing.picture(page, `${name}-sheet`)
    expect(await violationsIn(page), name).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count(), { message: name }).toBe(0)
  }
})

it('a reader that does not see hears how full a session is, what a preview makes of it, and that it was written', async ({
  skip,
}) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open('/')
  await page.getByRole('link', { name: / %/ }).first().waitFor()
  await page.goto(`${viewing.server.origin}/session/${SAMPLE}?sel=2`)
  const said = page.locator('[role="status"]', { hasText: /tokens before/ })
  await page.locator('.row.selected').waitFor()
  await page.keyboard.press('d')
  await said.getByText(/^previewed: .* tokens before, .* after$/).waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await said.getByText(/^done: /).waitFor({ state: 'attached' })
})

/** What can be reached by a reader that does not see and has no name. */
async function unnamedIn(page: Page): Promise<readonly string[]> {
  const tree = await page.locator('body').ariaSnapshot()
  const named =
    'button|link|table|img|figure|textbox|searchbox|combobox|spinbutton|checkbox|radio|meter|region|navigation|dialog|complementary|application|listbox|option|heading|progressbar|slider|tab'
  return tree.split('\n').filter((line) => new RegExp(`^\\s*- (?:${named})(?: \\[[^\\]]*\\])*:?$`).test(line))
}

/** What axe-core finds, a few places each. */
function violationsIn(page: Page) {
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`),
    }))
  })
}
