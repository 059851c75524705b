import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { tag } from '../../src/work/tag.ts'
import { SAMPLE } from '../api/bench.ts'
import { openViewing, type Viewing } from './viewing.ts'

const TABS = 20

let viewing: Viewing | undefined
beforeAll(async () => {
  viewing = await openViewing()
}, 600_000)
afterAll(() => viewing?.close())

/** How many streams of events the tabs of a browser have open now, and had open at most. */
function countStreams(context: BrowserContext) {
  const open = new Set<unknown>()
  const seen = { now: 0, most: 0 }
  const look = (change: () => void) => {
    change()
    seen.now = open.size
    seen.most = Math.max(seen.most, seen.now)
  }
  const isStream = (request: { url(): string }) => request.url().endsWith('/api/events')
  context.on('request', (request) => isStream(request) && look(() => open.add(request)))
  for (const end of ['requestfailed', 'requestfinished'] as const)
    context.on(end as 'requestfailed', (request) => isStream(request) && look(() => open.delete(request)))
  return seen
}

it(`${TABS} tabs load, share one stream, and all hear of a change`, async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const first = await viewing.open(`/session/${SAMPLE}`)
  const context = first.context()
  const streams = countStreams(context)
  await first.reload()
  const tabs = [first]
  const times: number[] = []
  while (tabs.length < TABS) {
    const page = await context.newPage()
    const began = performance.now()
    await page.goto(`${viewing.server.origin}/session/${SAMPLE}#key=${viewing.server.token}`)
    await page.locator('#rounds .row').first().waitFor()
    times.push(Math.round(performance.now() - began))
    tabs.push(page)
  }
  console.log(`${TABS} tabs, each after ${times.join(', ')} ms`)
  expect(streams).toEqual({ now: 1, most: 1 })
  for (const page of tabs) await page.getByText('live', { exact: true }).waitFor()
  await tag(viewing.workspace, await resolveSession(viewing.workspace, SAMPLE), { range: '2', engagement: 'told-all' })
  for (const page of tabs) await page.locator('.row .chip', { hasText: 'told-all' }).waitFor()

  await first.close() // it had the stream
  await expect.poll(() => streams.now).toBe(1)
  await tag(viewing.workspace, await resolveSession(viewing.workspace, SAMPLE), {
    range: '3',
    engagement: 'told-again',
  })
  for (const page of tabs.slice(1)) await page.locator('.row .chip', { hasText: 'told-again' }).waitFor()
  await context.close()
})

it(`${TABS} addresses in one tab load, with one stream at a time`, async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open('/')
  const streams = countStreams(page.context())
  const times: number[] = []
  for (let nth = 0; nth < TABS; nth++) {
    const began = performance.now()
    await page.goto(`${viewing.server.origin}/session/${SAMPLE}?at=${(nth % 4) + 1}&nth=${nth}`)
    await page.locator('#rounds .row').first().waitFor()
    times.push(Math.round(performance.now() - began))
    await page.getByText('live', { exact: true }).waitFor()
  }
  console.log(`${TABS} addresses, each after ${times.join(', ')} ms`)
  expect(streams.most).toBe(1)
  await page.context().close()
})

it('a tab that is not seen holds no stream, and knows what happened once it is', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open(`/session/${SAMPLE}`)
  const streams = countStreams(page.context())
  await page.reload()
  await expect.poll(() => streams.now).toBe(1)
  const turn = (isHidden: boolean) =>
    page.evaluate(
      `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`,
    )
  await turn(true)
  await expect.poll(() => streams.now).toBe(0)
  await tag(viewing.workspace, await resolveSession(viewing.workspace, SAMPLE), { range: '4', engagement: 'unseen' })
  await turn(false)
  await page.locator('.row .chip', { hasText: 'unseen' }).waitFor()
  expect(streams).toEqual({ now: 1, most: 1 })
  await page.context().close()
})
