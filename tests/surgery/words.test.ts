import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Box, buildBundle, openBox } from '../cli/box.ts'

const GOLDEN = join(import.meta.dirname, '../golden/parse/claude-code/what-a-person-says-while-the-agent-works')
const ID = '5e55a0e1-0000-4000-8000-000000000001'
/** What is in the lines that the client sends again; the queue's own lines it does not. */
const WORDS = ['use another name', 'keep it short', 'Blue', 'and mind the tests', 'also the docs']

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  const lines = readFileSync(join(GOLDEN, 'input.jsonl'), 'utf8').replaceAll(
    '"parentUuid"',
    `"sessionId":"${ID}","parentUuid"`,
  )
  box.put(`home/.claude/projects/-project/${ID}.jsonl`, lines)
  box.stet('inscribe', '--all')
})
afterAll(() => box.remove())

interface Made {
  readonly sessions: readonly { readonly session: string; readonly path: string }[]
}
const made = (...args: string[]) => {
  const [first] = (box.json(...args) as Made).sessions
  const path = first!.path.replace('<box>', box.root)
  box.stet('inscribe', path)
  return { ...first!, text: readFileSync(path, 'utf8') }
}
const said = (session: string) =>
  (
    box.json('show', session) as { rounds: readonly { blocks: readonly { type: string; content: unknown }[] }[] }
  ).rounds.map(({ blocks }) => blocks.filter(({ type }) => type === 'user-text').map(({ content }) => String(content)))

it('shows them in their round, and finds them', () => {
  expect(said(ID)).toEqual([
    ['Begin.', 'Mind the gap', 'use another name', 'keep it short'],
    ['Ask me.', 'Blue\na dark one', 'and mind the tests', 'also the docs'],
    ['One more thing'],
  ])
  const { hits } = box.json('search', '"mind the gap"') as { hits: readonly { round: number }[] }
  expect(hits.map(({ round }) => round)).toEqual([1])
})

it.each([
  ['drop', ID, 'all', '--kinds', 'tool_result'],
  ['drop', ID, 'all', '--kinds', 'tool_use,tool_result'],
  ['export', ID, '--to', 'claude-code', '--fidelity', 'conversation'],
  ['export', ID, '--to', 'claude-code', '--fidelity', 'navigate'],
])('stays whole and in its round: %s %s %s %s', (...args) => {
  const { session, text } = made(...args)
  for (const words of WORDS) expect([words, text.includes(words)]).toEqual([words, true])
  expect(said(session)).toEqual(said(ID).map((round) => round.filter((one) => one !== 'Mind the gap')))
})

it.each(['codex', 'gemini-cli'])('is written once in a translation for %s, and begins no round there', (client) => {
  const { session, text } = made('export', ID, '--to', client)
  const model = text
    .split('\n')
    .filter((line) => !line.includes('"event_msg"'))
    .join('\n')
  for (const words of ['Mind the gap', ...WORDS]) expect([words, model.split(words).length - 1]).toEqual([words, 1])
  expect(said(session).map((round) => round.toSorted())).toEqual(said(ID).map((round) => round.toSorted()))
})
