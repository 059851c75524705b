import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entriesOf } from '../../src/brief/entries-of.ts'
import { handOver } from '../../src/brief/hand-over.ts'
import { COMMANDS } from '../../src/commands/all.ts'
import { contextGrowth } from '../../src/read/context-growth.ts'
import { listRounds } from '../../src/read/rounds.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { SAMPLE } from '../api/bench.ts'
import { resume } from '../clients/claude-code.ts'
import { CLAUDE_VERSIONS, findClaude } from '../clients/install.mjs'
import { twoWorks } from './two-works.ts'
import { openViewing, type Viewing } from './viewing.ts'

const TWO_WORKS = '2e0125f0-0000-4000-8000-000000000001'

let viewing: Viewing | undefined
beforeAll(async () => {
  viewing = await openViewing()
}, 600_000)
afterAll(() => viewing?.close())

const session = (words = '') => `/session/${SAMPLE}${words}`
const text = async (page: Page, selector: string) =>
  ((await page.locator(selector).first().textContent()) ?? '').replace(/\s+/g, ' ').trim()

/** Writes what is previewed, and gives the command that resumes it. */
async function write(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Write/ }).click()
  return text(page, '.written code')
}

async function madeBy(command: string) {
  const id = command.split(' ').at(-1)!
  return resolveSession(viewing!.workspace, id)
}

describe('in the browser', () => {
  it('the head of a session says what it came to, once asked', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open(session())
    await page.getByText('What it came to').click()
    await page.getByText('Nobody wrote down what it came to').waitFor()
    const file = page.locator('details li', { hasText: 'plan.txt: created' })
    await file.getByRole('link', { name: 'round 2' }).click()
    await page.waitForURL(/[?&]at=2\b/)
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375)
  })

  it('the user says otherwise what somebody wrote of a session, or that it is over', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const entry = { id: 'e1', kind: 'next', text: 'Count the lines of plan.txt.', rounds: [2], by: 'agent' }
    const recorded = await resolveSession(viewing.workspace, SAMPLE)
    await handOver(viewing.workspace, recorded, { entries: [entry] }, { writer: 'user', name: 'dana' })
    const page = await viewing.open(session())
    await page.getByText('What it came to').click()
    const line = page.locator('details li', { hasText: 'plan.txt.' })
    await line.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('text of the entry').fill('Count the words of plan.txt.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('details li', { hasText: 'Count the words of plan.txt.' }).waitFor()
    const { current, over } = await entriesOf(viewing.workspace, recorded)
    expect(current).toMatchObject([{ by: 'user', supersedes: ['e1'], source: { writer: 'user' } }])
    expect(over).toMatchObject([{ id: 'e1', text: entry.text }])
    await line.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'It is over' }).click()
    await page.locator('details li', { hasText: 'Count the words' }).waitFor({ state: 'detached' })
    expect((await entriesOf(viewing.workspace, recorded)).current).toEqual([])
  })

  it('home lists the sessions, filters them, and opens one', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open('/')
    await page
      .getByRole('link', { name: /A plan, a helper/ })
      .first()
      .waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('no such session')
    await page.getByText('No session has these words.').waitFor()
    expect(page.url()).toContain('?q=no+such+session')
    await page.locator('[data-filter]').fill('plan')
    await page.locator('.rows a', { hasText: 'A plan, a helper' }).first().click()
    await page.getByRole('heading', { name: 'A plan, a helper, a long list' }).waitFor()
    expect(page.url()).toContain(`/session/${SAMPLE}`)
    expect(page.url()).not.toContain('key=')
    await page.goBack()
    await page.locator('.rows a').first().waitFor()
  })

  it('a round opens to what was said, thinking, and tools with diffs and output', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open(session())
    await page.getByRole('button', { name: /Write a plan/ }).click()
    await page.locator('.said.user', { hasText: 'Write a plan' }).waitFor()
    await page.locator('.tool .head', { hasText: 'plan.txt' }).first().click()
    await page.locator('.diff .add').first().waitFor()
    expect(page.url()).toContain('open=2')
    await page.locator('.toggle', { hasText: 'tool results' }).click()
    expect(page.url()).toContain('hide=result')
    await viewing.picture(page, 'round')
  })

  it('trims, tells the tokens that the command would, writes, and undoes', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open(session())
    await page.keyboard.press('t')
    await page.locator('input[type=number]').first().fill('100')
    await page.getByLabel(/^tools/).fill('all')
    await page.getByRole('button', { name: 'Write new session' }).waitFor()
    expect(await text(page, '.sum')).toMatch(/Trim whole session\s+5\.\dk → [\d.]+k tokens/)
    expect(page.url()).toMatch(/do=trim.*threshold=100/)
    await viewing.picture(page, 'trim')
    const { source } = await madeBy(await write(page))
    expect(existsSync(source)).toBe(true)
    await page.locator('.written').getByRole('button', { name: 'Undo' }).click()
    await page.getByText(/Undid trim/).waitFor()
    expect(existsSync(source)).toBe(false)
  })

  it('compresses what is before the selection; what it wrote resumes in the real client', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open(session('?sel=3'))
    await page.locator('.row.selected').waitFor()
    await page.keyboard.press('c')
    await page.getByRole('button', { name: 'Write new session' }).waitFor()
    await page.keyboard.press('Enter')
    const made = await madeBy(await text(page, '.written code'))
    const rounds = await listRounds(viewing.workspace, made)
    expect(rounds.flatMap(({ round, indexed }) => (indexed ? [] : round))).toEqual([3, 4])
    const version = CLAUDE_VERSIONS[0]!
    if (!findClaude(version)) {
      if (process.env.CI === 'true') throw new Error(`Claude Code ${version} is not installed`)
      skip(`Claude Code ${version} is not installed: node tests/clients/install.mjs`)
    }
    const resumed = await resume(made.source, { version })
    expect(resumed.ok, resumed.stdout + resumed.stderr).toBe(true)
    expect(JSON.stringify(resumed.messages)).toContain('Let a helper count the steps.')
  })

  it('tags with the keyboard, compresses, extracts and splits by engagement, and untags', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open(session())
    await page.locator('.row').first().waitFor()
    for (const key of ['j', 'j', 'x', 'J', 'g']) await page.keyboard.press(key)
    await page.getByLabel(/the engagement for 2 rounds/).fill('plan-work')
    await page.keyboard.press('Enter')
    await page.locator('.row .chip', { hasText: 'plan-work' }).first().waitFor()
    for (const [key, rounds] of [
      ['C', /2 as rows of an index/],
      ['e', /2 rounds whole/],
      ['s', /2 rounds whole/],
    ] as const) {
      await page.locator('#rounds').focus()
      await page.keyboard.press(key)
      await page.getByRole('button', { name: /^Write/ }).waitFor()
      expect(await text(page, '.preview dl')).toMatch(rounds)
      await madeBy(await write(page))
      await page.locator('.written').getByRole('button', { name: 'Close' }).click()
    }
    await page.getByRole('button', { name: 'Untag' }).click()
    await expect.poll(() => page.locator('.row .chip', { hasText: 'plan-work' }).count()).toBe(0)
  })

  it('splits a session by the lanes that rounds are put into', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open(session('?do=split&sel=2'))
    await page.getByLabel('name of a new lane').fill('one')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'lane one' }).waitFor()
    const card = page.getByRole('region', { name: 'shared rounds' }).locator('li', { hasText: 'helper' })
    await card.dragTo(page.getByRole('region', { name: 'lane one' }))
    await expect.poll(() => page.url()).toContain('to=one%3D2-3')
    await page.getByRole('button', { name: 'Write new session' }).waitFor()
    await viewing.picture(page, 'lanes')
    await write(page)
  })

  it('drops, and merges with another session', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open(session('?sel=2&do=drop'))
    await page.locator('.row.gone').waitFor()
    await viewing.picture(page, 'drop')
    await madeBy(await write(page))
    await page.locator('#rounds').focus()
    await page.keyboard.press('m')
    await page.getByRole('option').first().waitFor()
    await page.getByRole('combobox', { name: 'sessions to merge with' }).fill('project')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Write new session' }).waitFor()
    expect(await text(page, '.sum')).toMatch(/5\.\dk → [\d.]+k tokens \d+ % more 2 sessions of [\d.]+k together/)
    await expect.poll(() => page.locator('.strip canvas').count()).toBe(3)
    await viewing.picture(page, 'merge')
    await madeBy(await write(page))
  })

  it('splits into several, each with its strip, and says what they are in all', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open(session('?do=split&to=one%3D2;two%3D3-4'))
    await page.getByRole('button', { name: 'Write 2 sessions' }).waitFor()
    expect(await text(page, '.sum')).toMatch(/5\.\dk → 2 sessions, [\d.]+k in all the largest [\d.]+k/)
    await expect.poll(() => page.locator('.strip canvas').count()).toBe(3)
    await page.context().close()
  })

  it('shrinks, revives, rolls over, and extracts what is selected: each is previewed, written and undone', async ({
    skip,
  }) => {
    if (!viewing) return skip('there is no browser')
    for (const [key, words, says] of [
      ['h', '?to=5000', /results over/],
      ['r', '?keep_recent=1', /rows of an index/],
      ['o', '?issue=issue+12', /This is session #2 for issue 12/],
      ['e', '?sel=2-3', /2 rounds whole/],
    ] as const) {
      const page = await viewing.open(session(words))
      await page.locator('#rounds .row').first().waitFor()
      await page.locator('#rounds').focus()
      await page.keyboard.press(key)
      for (const [name, value] of new URLSearchParams(words))
        if (name !== 'sel') await page.goto(`${page.url()}&${name}=${encodeURIComponent(value)}`)
      await page.getByRole('button', { name: 'Write new session' }).waitFor()
      expect(await text(page, '.preview')).toMatch(says)
      expect(await text(page, '.preview dl')).toMatch(/cache.*price.*not seen/)
      await viewing.picture(page, `do-${key}`)
      const { source } = await madeBy(await write(page))
      expect(existsSync(source), key).toBe(true)
      await page.keyboard.press('u')
      await page.getByText(/^Undid/).waitFor()
      expect(existsSync(source), key).toBe(false)
      await page.close()
    }
  })

  it('makes a brief of rounds to go on from', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open(session('?sel=2-3&do=compress'))
    await page.getByRole('button', { name: 'Keep the brief' }).waitFor()
    expect(await text(page, '.preview pre')).toContain('plan')
    await viewing.picture(page, 'brief')
    await page.getByRole('button', { name: 'Keep the brief' }).click()
    await page.getByText('the prompt, to begin a new session with').waitFor()
    const path = await text(page, '.written p.muted code')
    expect(readFileSync(path, 'utf8')).toContain('plan')
  })

  it('puts a file back that its client has deleted', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const { source } = await resolveSession(viewing.workspace, 'c0c0c0c0-0000-4000-8000-000000000001')
    const bytes = readFileSync(source)
    rmSync(source)
    const page = await viewing.open('/storage')
    await page.getByRole('button', { name: /^put back/ }).click()
    await page.getByText('1 file put back, to the byte.').waitFor()
    expect(readFileSync(source)).toEqual(bytes)
  })

  it('shows the context as it is sent, and what is not sent any more', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const all = await viewing.open('/')
    const compacted = all.locator('.rows a', { hasText: /c0c0c0c0|project/ })
    await compacted.first().waitFor()
    const page = await viewing.open('/session/c0c0c0c0-0000-4000-8000-000000000001?view=sent')
    await page.getByText(/no longer sent: rewound/).click()
    await page.locator('.row.old').nth(1).click()
    await page.locator('.said').first().waitFor()
    await viewing.picture(page, 'sent')
  })

  it('draws chains with what came of a session, and compares two', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open(`/chains?session=${SAMPLE}`)
    await page.locator('.lane').nth(1).waitFor()
    await page.locator('.lane').nth(0).click()
    await page.locator('.lane').nth(1).click()
    await page.getByRole('list', { name: 'rounds of both' }).waitFor()
    expect(page.url()).toMatch(/a=.*b=/)
    await viewing.picture(page, 'chains')
  })

  it('exports a page with secrets masked; what holds them asks first', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open(session())
    const kept = async (format: string) => {
      await page.getByRole('button', { name: 'Export…' }).click()
      const sheet = page.getByRole('dialog', { name: 'export' })
      await sheet.getByLabel(format).check()
      const button = sheet.getByRole('button', { name: 'Download' })
      if (await sheet.getByRole('checkbox').count()) {
        expect(await button.isDisabled()).toBe(true)
        await sheet.getByRole('checkbox').check()
      }
      const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
    }
    const html = await kept('One page')
    expect([html.name, String(html.bytes)]).toEqual([
      'a-plan-a-helper-a-long-list.html',
      expect.stringContaining('A plan, a helper'),
    ])
    const raw = await kept("The client's own file")
    const { source } = await resolveSession(viewing.workspace, SAMPLE)
    expect([raw.name, raw.bytes]).toEqual([`${SAMPLE}.jsonl`, readFileSync(source)])
  })

  it('accepts a workstream that is suggested, under another name', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const source = join(viewing.home, '.claude/projects/-project', `${TWO_WORKS}.jsonl`)
    writeFileSync(source, twoWorks(TWO_WORKS))
    await inscribe(viewing.workspace, [source])
    const page = await viewing.open('/engagements')
    const suggestions = page.getByRole('region', { name: 'suggested workstreams' })
    await suggestions.locator('select').selectOption(TWO_WORKS)
    await suggestions.getByRole('button', { name: 'Suggest' }).click()
    await suggestions
      .getByLabel(/^name of/)
      .first()
      .fill('accepted-work')
    await suggestions
      .getByRole('button', { name: /^accept/ })
      .first()
      .click()
    await page
      .getByRole('link', { name: /accepted-work/ })
      .first()
      .waitFor()
    await viewing.picture(page, 'suggested')
  })

  it('looks by words alone where meaning is turned off, and says how it looked', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open('/search?q=helper')
    await page.locator('mark').first().waitFor()
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/search'))
    await page.getByLabel('by words or by meaning').selectOption('text')
    expect((await asked).postDataJSON()).toMatchObject({ words: 'helper', mode: 'text' })
    expect(page.url()).toContain('by=text')
  })

  it('draws how a session grew', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open(session('?view=growth'))
    const plot = page.getByRole('application')
    await plot.waitFor()
    const { is_recorded, points } = await contextGrowth(viewing.workspace, SAMPLE)
    expect(is_recorded).toBe(true)
    expect(points.length).toBeGreaterThan(4)
    expect(points.at(-1)!.tokens).toBeGreaterThan(points[0]!.tokens)
    await plot.focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText(`round ${points[0]!.round} ·`).first().waitFor()
    await viewing.picture(page, 'growth')
    await page.keyboard.press('Enter')
    await page.locator('.row.at.open').waitFor()
  })

  it('does by the palette what commands offer', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open(session())
    await page.locator('#rounds').waitFor()
    await page.keyboard.press('Control+k')
    const offered = COMMANDS.flatMap(({ summary, offer }) =>
      offer.viewer ? [`${offer.viewer.title}: ${summary}`] : [],
    )
    const listed = await page
      .getByRole('option')
      .filter({ hasText: 'do to' })
      .locator('.clip:first-child')
      .allTextContents()
    expect(listed.toSorted()).toEqual(offered.toSorted())
    await page.getByRole('combobox', { name: 'search or do anything' }).fill('roll over')
    await page.keyboard.press('Enter')
    await page.waitForURL(/do=rollover/)
  })

  it('finds rounds by words, and anything by the palette', async ({ skip }) => {
    if (!viewing) return skip('there is no browser')
    const page = await viewing.open('/search?q=helper')
    await page.locator('mark').first().waitFor()
    await page.locator('.hit').first().click()
    await page.locator('.said').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'search or do anything' }).fill('storage')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Verify the record' }).click()
    await page.getByText('nothing is damaged').waitFor()
    await page.getByRole('button', { name: /^undo/ }).first().click()
    await page.getByText('undone').first().waitFor()
  })
})
