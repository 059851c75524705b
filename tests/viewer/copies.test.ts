import { afterAll, beforeAll, expect, it } from 'vitest'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { cutSession } from '../../src/surgery/operations.ts'
import { SAMPLE } from '../api/bench.ts'
import { openViewing, type Viewing } from './viewing.ts'

let viewing: Viewing | undefined
beforeAll(async () => {
  viewing = await openViewing()
}, 600_000)
afterAll(() => viewing?.close())

it('home has what Stet wrote below what it was cut from, and each recent round once', async ({ skip }) => {
  if (!viewing) return skip('there is no browser')
  const { workspace } = viewing
  for (const before of ['round:2', 'round:3']) {
    const source = await resolveSession(workspace, SAMPLE)
    await cutSession(workspace, source, { kind: 'compress-before', before })
  }
  const page = await viewing.open('/')
  await page.locator('.rows .name.copy').nth(1).waitFor()
  const names = await page.locator('.rows .name').allTextContents()
  const copies = await page.locator('.rows .name.copy').allTextContents()
  const origin = names.findIndex((name) => name.includes('A plan, a helper') && !name.includes('compressed from'))
  expect(copies).toHaveLength(2)
  expect(names.slice(origin + 1, origin + 3)).toEqual(copies)
  const recent = page.locator('section', { has: page.getByText('Recent rounds') }).locator('li a')
  await recent.first().waitFor()
  const said = await recent.allTextContents()
  expect(new Set(said).size).toBe(said.length)
})
