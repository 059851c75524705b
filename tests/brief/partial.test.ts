import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { DEFAULT_REQUEST } from '../../src/brief/request.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { compress } from '../../src/surgery/compress-session.ts'
import { closeWorkspace } from '../../src/workspace/open-workspace.ts'
import { openBox } from '../cli/box.ts'
import { openTestWorkspace } from '../workspace.ts'
import { saidTranscript } from './said-transcript.ts'

const ID = '7e57d000-0000-4000-8000-000000000003'
const LINES = [
  ['user', 'Build the ledger with the gc.'],
  ['assistant', 'We go with Kestrel instead of Marlin because Marlin needs a daemon.'],
  ['user', 'Now the report.'],
  ['assistant', 'We decided to print the report as a table, not as a list.'],
] as const

const root = mkdtempSync(join(tmpdir(), 'stet-partial-'))
const { workspace } = await openTestWorkspace({ home: root })
afterAll(() => closeWorkspace(workspace))

it('means the rounds since the last compression where there is something to take over', async () => {
  const file = join(root, `${ID}.jsonl`)
  const out = join(root, 'out')
  writeFileSync(file, saidTranscript(ID, LINES.slice(0, 2)))
  const before = await compress(workspace, await resolveSession(workspace, file), DEFAULT_REQUEST, { out })
  writeFileSync(file, saidTranscript(ID, LINES))
  await inscribe(workspace, [file])
  const session = await resolveSession(workspace, file)
  const told: (readonly number[])[] = []
  const resolved = (turns: readonly number[]) => void told.push(turns)
  const made = await compress(workspace, session, { ...DEFAULT_REQUEST, context: before.tag }, { out, resolved })
  expect(made.turns).toEqual([2, 2])
  expect(made.prompt).toContain('Kestrel')
  expect(told).toEqual([[2, 2]])
})

it('takes words for those of the session itself before those of a tag of another one', async () => {
  const other = '7e57d000-0000-4000-8000-00000000000f'
  const file = join(root, `${other}.jsonl`)
  writeFileSync(file, saidTranscript(other, LINES))
  const session = await resolveSession(workspace, file)
  const out = join(root, 'words')
  const made = await compress(
    workspace,
    session,
    { ...DEFAULT_REQUEST, turns: { kind: 'range', range: '2-2' }, context: 'ledger gc' },
    { out, dryRun: true },
  )
  expect(made.prompt).toContain('Taken over by keyword match from rounds 1 on "ledger gc"')
})

it('tells the rounds that a topic comes to before it writes', () => {
  const box = openBox({ sessions: false })
  const file = box.put(`home/.claude/projects/-project/${ID}.jsonl`, saidTranscript(ID, LINES))
  const { stderr, status } = box.stet('compress', file, 'from', 'gc', 'through', 'report')
  expect({ stderr, status }).toEqual({ stderr: 'Rounds 1 to 2.\n', status: 0 })
  box.remove()
})

it('tells a session from the words that follow it, takes one stretch of rounds, and no option for a value', () => {
  const box = openBox({ sessions: false })
  const file = box.put(`home/.claude/projects/-project/${ID}.jsonl`, saidTranscript(ID, LINES))
  const longer = ID.replace(/3$/, '4')
  const long = box.put(
    `home/.claude/projects/-project/${longer}.jsonl`,
    saidTranscript(longer, [...LINES, ['user', 'Now the index.'], ['assistant', 'Done.']]),
  )
  for (const words of [
    ['compress', 'report,', 'pull', 'in', 'ledger'],
    ['report,', 'pull', 'in', 'ledger'],
    ['--scope', 'report', '--context', 'ledger'],
  ])
    expect(box.json('compress', file, ...words, '--dry-run')).toMatchObject({ session: ID, turns: [2, 2] })
  expect(box.json('compress', ID.slice(0, 8), 'report,', 'pull', 'in', 'ledger', '--dry-run')).toMatchObject({
    turns: [2, 2],
  })
  expect(box.json('compress', file, '--turns', '2,1', '--dry-run')).toMatchObject({ turns: [1, 2] })
  expect(box.stet('compress', long, '--turns', '1,3').stderr).toContain(
    'A compression covers one stretch of rounds, not 1,3.',
  )
  expect(box.stet('compress', file, '--context', '--dry-run')).toMatchObject({
    status: 64,
    stderr: expect.stringContaining('--context needs a value'),
  })
  box.remove()
})

it('says how to leave rounds to take over from, where all of them are compressed', () => {
  const box = openBox({ sessions: false })
  const file = box.put(`home/.claude/projects/-project/${ID}.jsonl`, saidTranscript(ID, LINES))
  expect(box.stet('compress', file, '--context', 'ledger', 'stuff')).toMatchObject({
    status: 1,
    stderr:
      'Nothing before or outside these rounds is about "ledger stuff".\n→ All rounds are compressed, and none is left to take over from; add --turns recent.\n',
  })
  box.remove()
})

it('gives the prompt in an emergency, also where nothing was said since the last compression', () => {
  const box = openBox({ sessions: false })
  const file = box.put(`home/.claude/projects/-project/${ID}.jsonl`, saidTranscript(ID, LINES))
  expect(box.stet('compress', file).status).toBe(0)
  expect(box.stet('compress', file).status).toBe(4)
  const { status, stdout } = box.stet('compress', file, '--emergency')
  expect(status).toBe(0)
  expect(stdout).toContain('Kestrel')
  expect(stdout).toMatch(/Start a new session and give it the text above\.\n$/)
  box.remove()
})

it('names the commit of a compression by its tag, which is then taken in the whole store', () => {
  const box = openBox({ sessions: false })
  const file = box.put(`home/.claude/projects/-project/${ID}.jsonl`, saidTranscript(ID, LINES))
  const made = (...more: readonly string[]) => box.json('compress', file, ...more) as { tag: string; commit: string }
  const { tag, commit } = made('--out', 'one')
  expect(box.json('ctx', 'list')).toEqual([{ name: `compress/${tag}`, context_id: commit }])
  for (const name of [tag, `compress/${tag}`])
    expect(box.json('ctx', 'show', name)).toMatchObject({ id: commit, commit_type: 'compaction' })
  expect(made('--turns', '1-2', '--out', 'two').tag).not.toBe(tag)
  expect(made('--turns', '1-2', '--out', 'three').tag).toMatch(/_2$/)
  expect(box.stet('forget', ID).status).toBe(0)
  expect(box.json('ctx', 'list')).toEqual([])
  box.remove()
})
