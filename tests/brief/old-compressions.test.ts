import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compressionsOf } from '../../src/brief/compressions.ts'
import { handOver } from '../../src/brief/hand-over.ts'
import { DEFAULT_REQUEST } from '../../src/brief/request.ts'
import { retrieve } from '../../src/brief/retrieve.ts'
import { artifactIdOf } from '../../src/model/id.ts'
import type { Session } from '../../src/model/session.ts'
import { compact } from '../../src/record/chain/compact.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { compress } from '../../src/surgery/compress-session.ts'
import { closeWorkspace } from '../../src/workspace/open-workspace.ts'
import { openTestWorkspace } from '../workspace.ts'
import { saidTranscript } from './said-transcript.ts'

const ID = '7e57d000-0000-4000-8000-0000000000b1'
let workspace: Workspace
let session: Session
let out: string
const seen = (kind: string, text: string, round: number) => ({
  kind,
  who: 'user',
  text,
  names: [],
  sure: 1,
  round,
  place: 0,
})
/** What Stet 0.1 kept of a compression. */
const OLD = {
  version: 1,
  tag: 'LEDGER_PARSER_CHANGED',
  mode: 'lossy',
  session: ID,
  range: [1, 2],
  isPartial: true,
  scope: null,
  context: null,
  at: '2031-01-01T00:00:00.000Z',
  state: {
    rounds: [[1, 2]],
    entries: [
      seen('decision', 'lets not decide this now', 1),
      seen('constraint', 'Never touch the ledger.', 2),
      { kind: 'run', command: 'ls', round: 1, place: 1 },
    ],
  },
}

beforeAll(async () => {
  const opened = await openTestWorkspace()
  workspace = opened.workspace
  out = join(opened.home, 'out')
  const file = join(opened.home, `${ID}.jsonl`)
  writeFileSync(
    file,
    saidTranscript(ID, [
      ['user', 'lets not decide this now'],
      ['assistant', 'All right.'],
      ['user', 'Never touch the ledger.'],
      ['assistant', 'I will not.'],
    ]),
  )
  session = await resolveSession(workspace, file)
  const head = (await workspace.store.findCommit(session.head!))!
  const { id } = await compact(workspace, { ...head, thread: `compress/${OLD.tag}` }, 'the prompt of then')
  const compaction = (await workspace.store.findCommit(id))!
  const bytes = Buffer.from(JSON.stringify({ ...OLD, commit: id }))
  const draft = {
    ...compaction,
    parent: id,
    type: 'snapshot',
    format: 'stet-digest-v1',
    checkpoint: 'explicit',
  } as const
  const recordedAt = workspace.clock().toISOString()
  await workspace.store.putCommit({
    bytes,
    draft: { ...draft, artifact: artifactIdOf(bytes), recordedAt, start: 0, end: bytes.length },
  })
})
afterAll(() => closeWorkspace(workspace))

it('reads what a compression of Stet 0.1 states as lines without a source, and leaves it as it is', async () => {
  const [old] = await compressionsOf(workspace, session.id)
  expect(old).toMatchObject({
    tag: OLD.tag,
    entries: [],
    unsourced: [
      { kind: 'decision', text: 'lets not decide this now', round: 1 },
      { kind: 'rule', text: 'Never touch the ledger.', round: 2 },
    ],
  })
})

it('has them in state and archive alone, and in answers as speculative, until an entry of the round replaces them', async () => {
  const made = (mode: 'lossy' | 'lossless') =>
    compress(
      workspace,
      session,
      { ...DEFAULT_REQUEST, mode, turns: { kind: 'range', range: '1-2' } },
      { out, dryRun: true },
    )
  const { prompt, gates } = await made('lossless')
  expect(gates.filter(({ pass }) => !pass)).toEqual([])
  expect(prompt).not.toContain('without a source')
  expect(await retrieve(workspace, session, 'Which rules apply?')).toMatchObject({
    answer: '- Speculative, checked by nobody: Never touch the ledger. (round 2, written by Stet 0.1 without a source)',
    confidence: 'unchecked',
  })
  const entry = { id: 'e1', kind: 'rule', text: 'Never touch the ledger.', rounds: [2], by: 'user' }
  const quotes = ['r2: Never touch the ledger']
  await handOver(workspace, session, { entries: [{ ...entry, quotes }] }, { writer: 'agent', name: 'claude-code' })
  expect(await retrieve(workspace, session, 'Which rules apply?')).toMatchObject({
    answer: expect.not.stringContaining('Speculative'),
    confidence: 'written and checked',
  })
})

it('takes them over by their tag, as lines that nobody checked', async () => {
  const turns = { kind: 'range', range: '2-2' } as const
  const made = await compress(
    workspace,
    session,
    { ...DEFAULT_REQUEST, turns, context: OLD.tag },
    { out, dryRun: true },
  )
  expect(made.prompt).toContain('# Foundational Context')
  expect(made.prompt).not.toContain('written by Stet 0.1')
})
