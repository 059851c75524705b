import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportTo } from '../../src/read/export.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { tag } from '../../src/work/tag.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const ID = uuidOf('a folder of a session')

let bench: TestWorkspace
beforeAll(async () => {
  bench = await openTestWorkspace()
  const path = join(bench.home, `${ID}.jsonl`)
  writeFileSync(path, transcript({ sessionId: ID, rounds: 3 }).join(''))
  await inscribe(bench.workspace, [path])
})
afterAll(() => bench.close())

const exported = (out: string, more: object = {}) => exportTo(bench.workspace, ID, { to: 'json', out, ...more })
const namesIn = (out: string) => readdirSync(join(bench.home, out), { recursive: true, encoding: 'utf8' }).sort()
const ROUNDS = ['001', '002', '003'].flatMap((round) => [`blocks/${round}.jsonl`, `rounds/${round}.json`])
const filesOf = (id: string) => [
  `claude/${id}.md`,
  ...[...ROUNDS, 'index.md', 'session.db'].map((name) => `claude/${id}/${name}`),
]
const FILES = [...filesOf(ID), 'claude/index.md', 'index.md', 'sessions.db']
const isFile = (name: string) => /\.\w+$/.test(name)

it('a session becomes a folder of blocks, rounds, index and a database, private and whole', async () => {
  const { files } = await exported('whole')
  expect(namesIn('whole').filter(isFile)).toEqual([...FILES].sort())
  for (const { path, bytes } of files) expect([path, statSync(path).size]).toEqual([path, bytes])
  for (const name of namesIn('whole')) expect(statSync(join(bench.home, 'whole', name)).mode & 0o077).toBe(0)
  expect(JSON.parse(readFileSync(join(bench.home, `whole/claude/${ID}/rounds/002.json`), 'utf8'))).toMatchObject({
    round: 2,
  })
  expect(readdirSync(bench.home).filter((name) => name.startsWith('.stet-'))).toEqual([])
})

it('a folder that is there is refused; by force its files are replaced, and what else is in it stays', async () => {
  mkdirSync(join(bench.home, `mine/claude/${ID}/rounds`), { recursive: true })
  for (const name of ['note.txt', `claude/${ID}/rounds/002.json`]) writeFileSync(join(bench.home, 'mine', name), 'mine')
  await expect(exported('mine')).rejects.toMatchObject({ code: 'target-exists' })
  await exported('mine', { force: true })
  expect(readFileSync(join(bench.home, 'mine/note.txt'), 'utf8')).toBe('mine')
  expect(JSON.parse(readFileSync(join(bench.home, `mine/claude/${ID}/rounds/002.json`), 'utf8'))).toMatchObject({
    round: 2,
  })
  expect(namesIn('mine')).toEqual(expect.arrayContaining(FILES))
})

it('a dry run counts the bytes and writes nothing', async () => {
  const { files } = await exported('not-there', { dryRun: true })
  expect(files.filter(({ bytes }) => bytes > 0)).toHaveLength(FILES.length - 2)
  expect(readdirSync(bench.home)).not.toContain('not-there')
})

it('several sessions go into one folder, and one that is exported again loses no row of the others', async () => {
  const other = uuidOf('another session')
  const path = join(bench.home, `${other}.jsonl`)
  writeFileSync(path, transcript({ sessionId: other, rounds: 3 }).join(''))
  await inscribe(bench.workspace, [path])
  await exported('both', { also: [other] })
  await exported('both', { force: true })
  expect(namesIn('both').filter(isFile)).toEqual([...new Set([...FILES, ...filesOf(other)])].sort())
  expect(readFileSync(join(bench.home, 'both/index.md'), 'utf8')).toContain('| claude | 2 | 6 |')
  for (const id of [ID, other]) expect(readFileSync(join(bench.home, 'both/claude/index.md'), 'utf8')).toContain(id)
  const database = new Database(join(bench.home, 'both/sessions.db'))
  const rows = database.prepare('SELECT session_id, round_file FROM rounds WHERE round = 2 ORDER BY session_id').all()
  database.close()
  expect(rows).toEqual([ID, other].sort().map((id) => ({ session_id: id, round_file: `claude/${id}/rounds/002.json` })))
})

it('a session says in which phase of its engagement it was begun and ended', async () => {
  const { workspace, home } = bench
  const rounds = await workspace.store.listRounds(ID as never)
  const folder = join(home, 'phases')
  mkdirSync(folder)
  const ended = rounds[1]!.started
  writeFileSync(
    join(folder, 'engagement.md'),
    `---\nmethod: review\nengagement_id: console-work\nphase: collect\nstarted: 2020-01-01T00:00:00Z\nphases_completed:\n  - phase: recruit\n    completed: ${ended}\n---\n`,
  )
  await tag(workspace, ID, { range: 'all', engagement: 'console-work' })
  const session = (await workspace.store.findSession(ID as never))!
  const placed = { ...session, facts: { ...session.facts, cwd: folder } }
  await exportTo(workspace, placed, { to: 'json', out: 'phased' })
  expect(readFileSync(join(home, `phased/claude/${ID}.md`), 'utf8')).toContain(
    'engagements: [{"id":"console-work","phase_at_start":"recruit","phase_at_end":"collect"}]',
  )
})
