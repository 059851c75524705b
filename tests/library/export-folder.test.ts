import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportTo } from '../../src/read/export.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
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
const FILES = ['001', '002', '003'].flatMap((round) => [`blocks/${round}.jsonl`, `rounds/${round}.json`])

it('a session becomes a folder of blocks, rounds, index and a database, private and whole', async () => {
  const { files } = await exported('whole')
  expect(namesIn('whole')).toEqual([...FILES, 'blocks', 'index.md', 'rounds', 'session.db', 'session.md'].sort())
  for (const { path, bytes } of files) expect([path, statSync(path).size]).toEqual([path, bytes])
  for (const name of namesIn('whole')) expect(statSync(join(bench.home, 'whole', name)).mode & 0o077).toBe(0)
  expect(JSON.parse(readFileSync(join(bench.home, 'whole/rounds/002.json'), 'utf8'))).toMatchObject({ round: 2 })
  expect(readdirSync(bench.home).filter((name) => name.startsWith('.stet-'))).toEqual([])
})

it('a folder that is there is refused; by force its files are replaced, and what else is in it stays', async () => {
  mkdirSync(join(bench.home, 'mine/rounds'), { recursive: true })
  for (const name of ['note.txt', 'rounds/002.json']) writeFileSync(join(bench.home, 'mine', name), 'mine')
  await expect(exported('mine')).rejects.toMatchObject({ code: 'target-exists' })
  await exported('mine', { force: true })
  expect(readFileSync(join(bench.home, 'mine/note.txt'), 'utf8')).toBe('mine')
  expect(JSON.parse(readFileSync(join(bench.home, 'mine/rounds/002.json'), 'utf8'))).toMatchObject({ round: 2 })
  expect(namesIn('mine')).toEqual(expect.arrayContaining(FILES))
})

it('a dry run counts the bytes and writes nothing', async () => {
  const { files } = await exported('not-there', { dryRun: true })
  expect(files.filter(({ bytes }) => bytes > 0)).toHaveLength(FILES.length + 2)
  expect(readdirSync(bench.home)).not.toContain('not-there')
})
