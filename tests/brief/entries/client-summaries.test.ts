import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { handOver, whatToWrite } from '../../../src/brief/hand-over.ts'
import { briefSession } from '../../../src/brief/session-brief.ts'
import type { Session } from '../../../src/model/session.ts'
import { inscribe } from '../../../src/record/capture/inscribe.ts'
import { boundary, fileOf, human, type Line, SESSION, says } from '../../laws/lines.ts'
import { openTestWorkspace, type TestWorkspace } from '../../workspace.ts'

let test: TestWorkspace
beforeEach(async () => {
  test = await openTestWorkspace()
})
afterEach(() => test.close())

const summary = (uuid: string, parent: string, text: string): Line =>
  human(uuid, parent, `This session is being continued from a previous conversation.\n\nSummary:\n${text}`, {
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
  })
const FIRST = `1. Primary Request and Intent:
   Build the importer in src/importer.ts.
4. Errors and fixes:
   - Rows were lost in src/importer.ts
   - The cache of Redis was full
7. Pending Tasks:
   - Write docs/notes.md`
const SECOND = `5. Problem Solving:
   - The host is db7.internal
7. Pending Tasks:
   - Read docs/notes.md again`

const LINES = [
  human('u1', null, 'Build the importer in src/importer.ts, then docs/notes.md.'),
  says('a1', 'u1', 'Rows were lost; they are read again now.'),
  boundary('b1', 'a1'),
  summary('s1', 'b1', FIRST),
  human('u2', 's1', 'Where does it run?'),
  says('a2', 'u2', 'On db7.internal. I also read docs/notes.md.'),
  boundary('b2', 'a2'),
  summary('s2', 'b2', SECOND),
  human('u3', 's2', 'Fine.'),
  says('a3', 'u3', 'Good.'),
]

async function recorded(...lines: readonly Line[]): Promise<Session> {
  const path = join(test.home, '.claude/projects/-p', `${SESSION}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, fileOf(...lines))
  const { sessions } = await inscribe(test.workspace, [path])
  return (await test.workspace.store.findSession(sessions[0]!.session))!
}

const said = async (session: Session) => (await briefSession(test.workspace, session)).entries

it('a compaction of the client is read into entries that say who wrote them', async () => {
  const { current } = await said(await recorded(...LINES.slice(0, 6)))
  expect(current.map(({ id, kind, text, rounds }) => [id, kind, text, rounds])).toEqual([
    ['c1-1', 'task', 'Build the importer in src/importer.ts.', [1]],
    ['c1-2', 'error', 'Rows were lost in src/importer.ts', [1]],
    ['c1-4', 'open', 'Write docs/notes.md', [1]],
  ])
  expect(new Set(current.map(({ source }) => `${source.writer} ${source.name}`))).toEqual(
    new Set(['client claude-code']),
  )
})

it('of a later one, what is to be done takes the place of what was to be done before', async () => {
  const { current } = await said(await recorded(...LINES))
  expect(current.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'error: Rows were lost in src/importer.ts',
    'fact: The host is db7.internal',
    'open: Read docs/notes.md again',
  ])
})

it('the agent gets them, may end one, and the others stay next to its own', async () => {
  const session = await recorded(...LINES.slice(0, 6))
  const { current, from } = await whatToWrite(test.workspace, session)
  expect({ from, current: current.map((line) => line.split(' ')[0]) }).toEqual({
    from: 1,
    current: ['c1-1', 'c1-2', 'c1-4'],
  })
  const entries = [
    { id: 'c1-4', over: 2 },
    { id: 'e1', kind: 'fact', text: 'It runs on db7.internal.', rounds: [2] },
  ]
  const handed = await handOver(test.workspace, session, { entries }, { writer: 'agent', name: 'test' })
  expect(handed).toMatchObject({ accepted: ['c1-4', 'e1'], refused: [], through: 2 })
  const now = await said(session)
  expect(now.current.map(({ id }) => id)).toEqual(['c1-1', 'c1-2', 'e1'])
  expect(now.over.map(({ id, over }) => [id, over])).toEqual([['c1-4', 2]])
})

it('what a summary says of rounds that the agent wrote of is not said again', async () => {
  const before = await recorded(...LINES.slice(0, 2))
  const task = {
    id: 'e1',
    kind: 'task',
    text: 'Build the importer.',
    rounds: [1],
    by: 'user',
    quotes: ['r1: Build the importer'],
  }
  await handOver(test.workspace, before, { entries: [task] }, { writer: 'agent', name: 'test' })
  const { current } = await said(await recorded(...LINES))
  expect(current.map(({ id }) => id)).toEqual(['c2-1', 'c2-2', 'e1'])
})
