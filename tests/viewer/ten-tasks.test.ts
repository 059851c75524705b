import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { cutSession } from '../../src/surgery/operations.ts'
import { trimSession } from '../../src/surgery/trim-session.ts'
import { transcript } from '../faults/transcript.ts'
import { twoWorks } from './two-works.ts'
import { openViewing, type Viewing } from './viewing.ts'

const LAST_WEEK = '1a570eee-0000-4000-8000-000000000001'
const WORK = '70a5c000-0000-4000-8000-000000000001'
const WORDS = 'Please do step'
/** So many keys and clicks a task may take; words that are typed are one. */
const MOST = 6

let viewing: Viewing | undefined
beforeAll(async () => {
  viewing = await openViewing()
  if (!viewing) return
  const { home, workspace } = viewing
  const at = (id: string) => join(home, '.claude/projects/-project', `${id}.jsonl`)
  writeFileSync(at(LAST_WEEK), twoWorks(LAST_WEEK, new Date(Date.now() - 3 * 86_400_000).toISOString()))
  writeFileSync(at(WORK), transcript({ sessionId: WORK, rounds: 12, roundBytes: 6000 }).join(''))
  await inscribe(workspace, [at(LAST_WEEK), at(WORK)])
  const session = await resolveSession(workspace, LAST_WEEK)
  await cutSession(workspace, session, { kind: 'drop', range: '2', kinds: [] })
  await trimSession(workspace, await resolveSession(workspace, WORK), { threshold: 100, tools: 'all' })
  await cutSession(workspace, await resolveSession(workspace, WORK), { kind: 'drop', range: '2', kinds: [] })
}, 600_000)
afterAll(() => viewing?.close())

/** A hand that counts. */
function handOn(page: Page) {
  const hand = {
    moves: 0,
    press: async (...keys: readonly string[]) => {
      for (const key of keys) {
        hand.moves++
        await page.keyboard.press(key)
      }
    },
    type: async (words: string) => {
      hand.moves++
      await page.keyboard.type(words)
    },
    click: async (what: Locator, options: Parameters<Locator['click']>[0] = {}) => {
      hand.moves++
      await what.click(options)
    },
  }
  return hand
}

interface Desk {
  readonly page: Page
  readonly hand: ReturnType<typeof handOn>
  /** The session that the other tasks are about, in the list of home. */
  readonly work: Locator
}

const TASKS: Readonly<Record<string, (desk: Desk) => Promise<void>>> = {
  "find last week's session": async ({ page, hand }) => {
    await hand.click(page.getByRole('button', { name: 'last 7 days' }))
    await hand.click(page.locator('.rows a', { hasText: 'parser grammar' }).filter({ hasNotText: 'drop of' }))
    await page.getByRole('heading', { name: /^the parser grammar/ }).waitFor()
  },
  'see what fills it': async ({ page, hand, work }) => {
    await hand.click(work)
    await page.getByRole('button', { name: /^tool results [\d.]+k/ }).waitFor()
  },
  'drop two rounds': async ({ page, hand, work }) => {
    await hand.click(work)
    await hand.click(page.getByLabel('select round 3'))
    await hand.click(page.getByLabel('select round 5'))
    await hand.press('d')
    await page.getByText(/Drop rounds 3, 5/).waitFor()
    await hand.press('Enter')
    await page.locator('.written code').first().waitFor()
  },
  'trim a selection': async ({ page, hand, work }) => {
    await hand.click(work)
    await hand.click(page.getByLabel('select round 3'))
    await hand.click(page.getByLabel('select round 6'), { modifiers: ['Shift'] })
    await hand.press('t')
    await page.getByText(/Trim rounds 3–6/).waitFor()
    await hand.press('Enter')
    await page.locator('.written code').first().waitFor()
  },
  'split in two': async ({ page, hand, work }) => {
    await hand.click(work)
    await hand.click(page.getByLabel('select round 2'))
    await hand.click(page.getByLabel('select round 6'), { modifiers: ['Shift'] })
    await hand.press('s')
    await hand.click(page.getByRole('button', { name: 'make it a session' }))
    await page.getByRole('button', { name: 'Write 2 sessions' }).waitFor()
    await hand.click(page.getByRole('button', { name: 'Write 2 sessions' }))
    await page.locator('.written code').nth(1).waitFor()
  },
  undo: async ({ page, hand, work }) => {
    await hand.click(work)
    await hand.press('u')
    await page.getByText(/Undo (?:drop|trim|split) of/).waitFor()
    await hand.press('Enter')
    await page.getByText(/^Undid /).waitFor()
  },
  'find a phrase': async ({ page, hand }) => {
    await hand.click(page.getByRole('link', { name: 'Search', exact: true }))
    await page.locator('input[type=search]:focus').waitFor()
    await hand.type(WORDS)
    await hand.click(page.locator('mark').first())
    await page.getByText(`“${WORDS}”`).waitFor()
    await page.locator('#rounds .row.open').first().waitFor()
  },
  'read a long round': async ({ page, hand, work }) => {
    await hand.click(work)
    await hand.press('j', 'Space')
    await page.locator('.said.user').first().waitFor()
    await hand.click(page.locator('.tool .head').first())
    await page.locator('.tool pre.out').first().waitFor()
  },
  'compare two cuts': async ({ page, hand, work }) => {
    await hand.click(work)
    await hand.click(page.getByRole('link', { name: 'Chain', exact: true }))
    await hand.click(page.locator('.lane', { hasText: 'trim of' }).first())
    await hand.click(page.locator('.lane', { hasText: 'drop of' }).first())
    await page.getByRole('list', { name: 'rounds of both' }).waitFor()
    await hand.press('j', 'Enter')
    await page.getByRole('link', { name: 'Open in A' }).waitFor()
  },
  'send one to a friend': async ({ page, hand, work }) => {
    await hand.click(work)
    await hand.click(page.getByRole('button', { name: 'Export…' }))
    const download = page.waitForEvent('download')
    await hand.click(page.getByRole('button', { name: 'Download' }))
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^please-do-step-1.*\.html$/)
    expect(readFileSync(await file.path(), 'utf8')).toContain('class=map')
  },
}

it.for(Object.keys(TASKS))('%s, in at most six keys and clicks', async (name, { skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open('/')
  const work = page
    .locator('.rows a', { hasText: WORDS })
    .filter({ hasNotText: / of Please/ })
    .first()
  await work.waitFor()
  const hand = handOn(page)
  await TASKS[name]!({ page, hand, work })
  expect(hand.moves).toBeLessThanOrEqual(MOST)
  await page.context().close()
})
