import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { watch } from '../../src/record/capture/watch.ts'
import { SAMPLE } from '../api/bench.ts'
import { openTestWorkspace } from '../workspace.ts'
import { openViewing, type Viewing } from './viewing.ts'

let viewing: Viewing | undefined
beforeAll(async () => {
  viewing = await openViewing()
}, 600_000)
afterAll(() => viewing?.close())

it('two tabs follow what a watch captures, and nothing moves under the pointer', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const [first, second] = [await viewing.open(`/session/${SAMPLE}?open=1-4`), await viewing.open(`/session/${SAMPLE}`)]
  for (const page of [first, second]) await page.getByText('4 / 4').waitFor()
  await first.locator('.said').first().waitFor()
  const place = () => first.locator('.said').first().boundingBox()
  const before = await place()
  const { home } = viewing
  const { workspace: other, close } = await openTestWorkspace({ home, storeName: '.stet' })
  const over = new AbortController()
  const watching = watch(other, { signal: over.signal, onInscribed: () => {} })
  try {
    const path = join(viewing.home, '.claude/projects/-project', `${SAMPLE}.jsonl`)
    for (const nth of [5, 6, 7]) {
      const line = {
        type: 'user',
        sessionId: SAMPLE,
        uuid: `1111111${nth}-0000-4000-8000-000000000000`,
        parentUuid: lastUuid(path),
        timestamp: new Date().toISOString(),
        message: { role: 'user', content: `And now something new, ${nth}.` },
      }
      appendFileSync(path, `${JSON.stringify(line)}\n`)
      await Promise.all([first, second].map((page) => page.getByText(`${nth} / ${nth}`).waitFor()))
    }
    await second.getByText('And now something new, 7.').first().waitFor()
    expect(await place()).toEqual(before)
  } finally {
    over.abort()
    await watching
    await close()
  }
})

/** The line that the next one hangs on. */
function lastUuid(path: string): string {
  return [...readFileSync(path, 'utf8').matchAll(/"uuid":"([^"]+)"/g)].at(-1)![1]!
}
