import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportTo } from '../../src/read/export.ts'
import { listOperations } from '../../src/surgery/list-operations.ts'
import { SAMPLE } from '../api/bench.ts'
import { type Firefox, openFirefox } from './firefox.ts'
import { openViewing, type Viewing } from './viewing.ts'

let viewing: Viewing | undefined
let firefox: Firefox | undefined
beforeAll(async () => {
  viewing = await openViewing()
  firefox = await openFirefox()
  if (!firefox && process.env.CI) throw new Error('no Firefox here, and apt-get install firefox-esr did not help')
}, 900_000)
afterAll(async () => {
  await firefox?.close()
  await viewing?.close()
})

const address = (path: string) => `${viewing!.server.origin}${path}#key=${viewing!.server.token}`
const has = (selector: string, text: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].some((one) => one.textContent.includes(${JSON.stringify(text)}))`

it('home, a session, a round, a cut that is written and undone', async ({ skip }) => {
  if (!viewing || !firefox) return skip('there is no browser')
  await firefox.open(address('/'))
  await firefox.until(has('.rows a', 'A plan, a helper'))
  await firefox.press('/', 'helper', 'Enter')
  await firefox.until(has('h1', 'A plan, a helper'))
  await firefox.until(`document.querySelectorAll('#rounds .row').length === 4`)
  await firefox.until(`document.querySelector('canvas[aria-busy=false]')`)
  await firefox.press('j', 'j', 'Space')
  await firefox.until(has('.said.user', ''))
  await firefox.press('x', 'd')
  await firefox.until(has('.preview .sum', 'Drop round'))
  await firefox.press('Enter')
  await firefox.until(has('.written code', 'claude --resume'))
  expect((await listOperations(viewing.workspace))[0]).toMatchObject({ kind: 'drop', undone: false })
  await firefox.press('u')
  await firefox.until(has('.told', 'Undid drop'))
  expect(firefox.errors).toEqual([])
})

it('search, the context over time, a comparison', async ({ skip }) => {
  if (!viewing || !firefox) return skip('there is no browser')
  await firefox.open(address('/search'))
  await firefox.until(`document.activeElement.type === 'search'`)
  await firefox.press('count the steps')
  await firefox.until(has('mark', 'steps'))
  await firefox.open(address(`/session/${SAMPLE}?view=growth`))
  await firefox.until(`document.querySelector('[role=application]')`)
  await firefox.open(address(`/chains?session=${SAMPLE}&a=${SAMPLE}&b=c0c0c0c0-0000-4000-8000-000000000001`))
  await firefox.until(has('button.row', 'only in A'))
  expect(firefox.errors).toEqual([])
})

it('a session as one page, from the disk: words are found in what is folded', async ({ skip }) => {
  if (!viewing || !firefox) return skip('there is no browser')
  const { path } = await exportTo(viewing.workspace, SAMPLE, { to: 'html', out: viewing.home })
  await firefox.open(pathToFileURL(path).href)
  const isAt = (nth: number) => `document.querySelector('output').textContent.startsWith('${nth} of ')`
  await firefox.press('/', 'plan.txt')
  await firefox.until(isAt(1))
  await firefox.press('Enter')
  await firefox.until(isAt(2))
  expect(firefox.errors).toEqual([])
})
