import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { saidRounds } from './said-rounds.ts'
import { openViewing, type Viewing } from './viewing.ts'

const SESSION = 'd0d0d0d0-0000-4000-8000-000000000002'
const GROWS = 300
/** Heap that a round in the list may take, with all that is known of it. */
const PER_ROUND = 10_000

let viewing: Viewing | undefined
beforeAll(async () => {
  viewing = await openViewing()
}, 600_000)
afterAll(() => viewing?.close())

it('a page that is left open while its session grows by 300 rounds moves nothing and keeps no more than they take', async ({
  skip,
}) => {
  if (!viewing) return skip('there is no browser')
  const path = join(viewing.home, '.claude/projects/-project', `${SESSION}.jsonl`)
  writeFileSync(path, saidRounds(SESSION, 1, 60))
  await inscribe(viewing.workspace, [path])
  const page = await viewing.open(`/session/${SESSION}?open=30&at=30`)
  const devtools = await page.context().newCDPSession(page)
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    return (await devtools.send('Runtime.getHeapUsage')).usedSize
  }
  const nodes = () => page.evaluate('document.querySelectorAll("*").length') as Promise<number>
  await page.getByText('60 / 60').waitFor()
  await page.locator('canvas[aria-busy="false"]').waitFor()
  const read = page.locator('[data-round="30"]')
  await read.locator('.said').first().waitFor()
  const place = await read.boundingBox()
  const first = await heap()
  const before = await nodes()
  for (let round = 61; round <= 60 + GROWS; round++) {
    appendFileSync(path, saidRounds(SESSION, round, round))
    await inscribe(viewing.workspace, [path])
    if (round % 10 !== 0) continue
    await page.getByText(`${round} / ${round}`).waitFor()
    expect((await read.boundingBox())!.y, `round ${round}`).toBeCloseTo(place!.y, 0)
  }
  expect((await heap()) - first).toBeLessThan(GROWS * PER_ROUND)
  expect(await nodes()).toBeLessThan(before + 100)
})
