import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { openViewing, type Viewing } from './viewing.ts'

const ID = 'badbad00-0000-4000-8000-000000000001'
const SCRIPT =
  '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1"><svg onload="window.hacked = 1"></svg>'
const TEXTS = [
  SCRIPT,
  '[a link](javascript:window.hacked=1) and [data](data:text/html,<script>window.hacked=1</script>) ![p](http://example.com/p.png)',
  'bidi \u202Egnp.exe\u202C and control \u0007\u001b[31m red \u0000 nul',
  `huge ${'x'.repeat(300_000)}`,
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe><form action="http://example.com"><button>send</button></form><style>body{display:none}</style>',
  '```html\n<script>window.hacked = 1</script>\n```\n<a href="http://example.com" style="position:fixed;inset:0">over all</a>',
]
const SVG = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked=1"/>').toString('base64')}`

/** Everything in the page that could act, counted there. */
const LOOK = `(() => {
  const inside = document.querySelector('main')
  const all = [...inside.querySelectorAll('*')]
  return {
    scripts: inside.querySelectorAll('script, iframe, object, embed, style, form[action], base').length,
    handlers: all.filter((node) => node.getAttributeNames().some((name) => name.startsWith('on'))).length,
    links: all.filter((node) => node.tagName === 'A' && !/^(?:https?:|\\/)/.test(node.getAttribute('href') ?? '/')).length,
    pictures: all.filter((node) => node.tagName === 'IMG' && !/^data:image\\/(?:png|jpeg|gif|webp);/.test(node.src)).length,
    turns: /[\\u202a-\\u202e\\u2066-\\u2069\\u0007\\u001b]/.test(inside.textContent ?? ''),
  }
})()`

let viewing: Viewing | undefined
beforeAll(async () => {
  viewing = await openViewing()
  if (!viewing) return
  const path = join(viewing.home, '.claude/projects/-project', `${ID}.jsonl`)
  const line = (nth: number, parent: number | null, type: 'user' | 'assistant', content: unknown) =>
    JSON.stringify({
      type,
      sessionId: ID,
      uuid: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
      parentUuid: parent === null ? null : `00000000-0000-4000-8000-${String(parent).padStart(12, '0')}`,
      timestamp: `2026-01-01T00:00:${String(nth).padStart(2, '0')}.000Z`,
      cwd: SCRIPT,
      message: { role: type, ...(type === 'assistant' && { id: `m${nth}`, model: SCRIPT }), content },
    })
  const lines = TEXTS.flatMap((text, at) => [
    line(at * 4 + 1, at === 0 ? null : at * 4, 'user', text),
    line(at * 4 + 2, at * 4 + 1, 'assistant', [
      { type: 'text', text },
      { type: 'tool_use', id: `t${at}`, name: SCRIPT, input: { command: text, file_path: text } },
    ]),
    line(at * 4 + 3, at * 4 + 2, 'user', [
      {
        type: 'tool_result',
        tool_use_id: `t${at}`,
        content: [
          { type: 'text', text },
          { type: 'image', source: { type: 'base64', media_type: 'image/svg+xml', data: SVG.split(',')[1] } },
        ],
      },
    ]),
    line(at * 4 + 4, at * 4 + 3, 'assistant', [{ type: 'thinking', thinking: text, signature: 'x' }]),
  ])
  lines.push(JSON.stringify({ type: 'custom-title', customTitle: SCRIPT, sessionId: ID }))
  writeFileSync(path, `${lines.join('\n')}\n`)
  await inscribe(viewing.workspace, [path])
}, 600_000)
afterAll(() => viewing?.close())

it.for([
  `/session/${ID}?open=1-6`,
  `/session/${ID}?view=sent`,
  '/',
  '/search?q=link',
  '/search?q=hacked',
  `/chains?session=${ID}`,
  `/session/${ID}?sel=1-3&do=drop`,
])('nothing that was recorded acts: %s', async (path, { skip }) => {
  if (!viewing) return skip('there is no browser')
  const page = await viewing.open(path)
  await page.waitForSelector('.loading', { state: 'detached' })
  for (const summary of await page.locator('summary').all()) await summary.click()
  for (const head of await page.locator('.tool .head').all()) await head.click()
  await page.waitForTimeout(600)
  expect(await page.evaluate(() => (globalThis as { hacked?: number }).hacked)).toBeUndefined()
  expect(await page.evaluate(LOOK)).toEqual({ scripts: 0, handlers: 0, links: 0, pictures: 0, turns: false })
  await page.context().close()
})
