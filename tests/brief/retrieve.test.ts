import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handOver } from '../../src/brief/hand-over.ts'
import { parseQuestion } from '../../src/brief/retrieval.ts'
import { ofFile, retrieve } from '../../src/brief/retrieve.ts'
import { clustersOf } from '../../src/brief/topics.ts'
import type { Session } from '../../src/model/session.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { closeWorkspace } from '../../src/workspace/open-workspace.ts'
import { openTestWorkspace } from '../workspace.ts'
import { saidTranscript } from './said-transcript.ts'

const ID = '7e57d000-0000-4000-8000-000000000002'
const root = mkdtempSync(join(tmpdir(), 'stet-retrieve-'))
let workspace: Workspace
let session: Session

beforeAll(async () => {
  const file = join(root, `${ID}.jsonl`)
  writeFileSync(
    file,
    saidTranscript(ID, [
      ['user', 'Build the ledger. Do not touch config/billing.yml.'],
      ['assistant', 'We go with Kestrel instead of Marlin because Marlin needs a daemon.'],
      ['user', 'The gc of the store is slow.'],
      ['assistant', 'It runs after each write.'],
    ]),
  )
  workspace = (await openTestWorkspace({ home: root })).workspace
  session = await resolveSession(workspace, file)
})
afterAll(() => closeWorkspace(workspace))

it.each([
  ['What alternatives did we reject?', 'alternatives', ''],
  ['Which alternatives to Kestrel were rejected?', 'alternatives', 'Kestrel'],
  ['What constraints do we have?', 'constraints', ''],
  ['What errors were there?', 'errors', ''],
  ['What errors are open?', 'errors', ''],
  ['Which errors are still unresolved now?', 'errors', ''],
  ['Which error came up with the parser?', 'errors', 'parser'],
  ['What is still open?', 'open', ''],
  ['What changed in pre-push?', 'file', 'pre-push'],
  ['Why did we decide on Go?', 'decision', 'Go'],
  ['What did we discuss about the retry cap?', 'discussion', 'retry cap'],
] as const)('%s', (question, pattern, about) => {
  expect(parseQuestion(question)).toEqual({ pattern, about })
})

it('quotes what was said where nobody wrote entries, and lists everything of a kind where somebody did', async () => {
  const words = await retrieve(workspace, session, 'Which rules apply to billing?')
  expect(words).toMatchObject({ refs: [`${ID}:1`], confidence: 'said' })
  expect(words.answer).toMatch(
    new RegExp(`^Session ${ID} has no rule about "billing" on record; this was said:\\n- “.*billing`),
  )
  const quotes = (words: string) => [`r1: ${words}`]
  const entries = [
    {
      id: 'e1',
      kind: 'rule',
      text: 'Do not touch config/billing.yml.',
      rounds: [1],
      by: 'user',
      quotes: quotes('Do not touch config/billing.yml'),
    },
    {
      id: 'e2',
      kind: 'decision',
      text: 'The ledger uses Kestrel.',
      rounds: [1],
      by: 'agent',
      quotes: quotes('We go with Kestrel'),
      rejected: [{ what: 'Marlin' }],
    },
  ]
  await handOver(workspace, session, { entries }, { writer: 'agent', name: 'claude-code' })
  const rules = await retrieve(workspace, session, 'What constraints do we have?')
  expect(rules).toMatchObject({ pattern: 'constraints', refs: [`${ID}:1`] })
  expect(rules.answer).toContain('config/billing.yml')
  expect((await retrieve(workspace, session, 'What alternatives did we reject?')).answer).toContain('Marlin')
})

it('says that there is none, and what was said about it instead', async () => {
  expect(await retrieve(workspace, session, 'What errors were there?')).toMatchObject({
    answer: `Session ${ID} has no error on record.`,
    refs: [],
    confidence: 'none',
  })
  const { answer, refs } = await retrieve(workspace, session, 'Which error came up with the gc?')
  expect(answer).toMatch(new RegExp(`^Session ${ID} has no error about "gc" on record; this was said:\\n- .*gc`))
  expect(refs).toEqual([`${ID}:2`])
})

it.each([
  ['Which files were changed?', ''],
  ['What files did we touch in src/sync?', 'src/sync'],
  ['What happened to data.go?', 'data.go'],
])('takes %j for a question about files', (question, about) => {
  expect(parseQuestion(question)).toEqual({ pattern: 'file', about })
})

it('finds nothing for a word that is only like one that was said', async () => {
  expect(await retrieve(workspace, session, 'What is the meaning of zebra?')).toMatchObject({
    refs: [],
    confidence: 'none',
  })
})

it('finds a file by its path, its name with or without its ending, or by words of its path', () => {
  const paths = ['/w/list/data.go', '/w/list/model.go', '/w/metadata.go', 'README.md']
  const asked = (about: string) => ofFile(paths, about, (path) => path)
  expect(asked('data.go')).toEqual(['/w/list/data.go'])
  expect(asked('the data')).toEqual(['/w/list/data.go'])
  expect(asked('list/model.go')).toEqual(['/w/list/model.go'])
  expect(asked('readme')).toEqual(['README.md'])
  expect(asked('the list folder')).toEqual(['/w/list/data.go', '/w/list/model.go'])
  expect(asked('nothing')).toEqual([])
  expect(asked('')).toEqual(paths)
})

it('finds topics of two letters, as words of their own', () => {
  const rounds = ['a long gcode file', 'the gc runs', 'other words'].map((text, at) => ({
    round: at + 1,
    at: null,
    events: [{ kind: 'said' as const, who: 'user' as const, text }],
  }))
  expect(clustersOf(rounds, 'gc')).toEqual([{ from: 2, to: 2, weight: 1 }])
})
