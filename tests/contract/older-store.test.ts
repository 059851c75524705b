import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { verify } from '../../src/care/verify.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { APPLICATION_ID, DROPPED_TABLES, SCHEMA_VERSION } from '../../src/record/sqlite/schema.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { openRecord, rawOf, temporaryFolder, withRecord } from '../faults/record.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/store')
const ID = '5e55a001-0000-4000-8000-000000000001'
const bytes = readFileSync(join(FIXTURES, 'schema-1.jsonl'))

let folder: string
let database: string
beforeEach(() => {
  folder = temporaryFolder('older-store')
  database = join(folder, 'store/sessions.db')
  mkdirSync(dirname(database), { mode: 0o700 })
  const made = new Database(database)
  made.exec(readFileSync(join(FIXTURES, 'schema-1.sql'), 'utf8'))
  made.pragma(`application_id = ${APPLICATION_ID}`) // not in a dump
  made.close()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function inDatabase<T>(sql: string): readonly T[] {
  const opened = new Database(database, { readonly: true })
  try {
    return opened.prepare<T>(sql).all()
  } finally {
    opened.close()
  }
}
const version = () => inDatabase<{ value: string }>("SELECT value FROM meta WHERE key = 'schema_version'")[0]!.value

it('a store of schema version 1 is brought to this one, verifies, and exports byte for byte', async () => {
  expect(version()).toBe('1')
  await withRecord(dirname(database), async (workspace) => {
    expect((await rawOf(workspace, ID)).equals(bytes)).toBe(true)
    const rounds = await workspace.store.listRounds(ID as never)
    expect(rounds.map(({ round, engagement }) => [round, engagement])).toEqual([
      [1, null],
      [2, 'words-work'],
      [3, null],
    ])
    expect(await verify(workspace)).toMatchObject({ ok: true, damaged: [], readable: 1 })
    expect(await verify(workspace, { rebuild: true })).toMatchObject({ ok: true, rebuilt: 1 })
    expect(await verify(workspace, { rebuild: true })).toMatchObject({ ok: true, rebuilt: 0 })
    expect((await rawOf(workspace, ID)).equals(bytes)).toBe(true)
  })
  expect(version()).toBe(String(SCHEMA_VERSION))
  const tables = inDatabase<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
  expect(tables.map(({ name }) => name).filter((name) => DROPPED_TABLES.includes(name))).toEqual(['sources'])
})

it('captures go on: a copy of what it has is nothing new, another session is', async () => {
  const [copy, other] = [join(folder, `${ID}.jsonl`), join(folder, `${ID.replace('a001', 'b002')}.jsonl`)]
  writeFileSync(copy, bytes)
  writeFileSync(other, bytes.toString().replaceAll('5e55a001', '5e55b002'))
  await withRecord(dirname(database), async (workspace) => {
    expect(await inscribe(workspace, [copy, other])).toMatchObject({
      failed: [],
      sessions: [
        { session: ID, new_bytes: 0 },
        { session: '5e55b002-0000-4000-8000-000000000001', rounds: 3, new_bytes: bytes.length },
      ],
    })
    expect(await verify(workspace, { rebuild: true })).toMatchObject({ ok: true, readable: 2, rebuilt: 0 })
    expect(await check(workspace, other)).toMatchObject({ byte_exact: true, rerender_exact: true })
  })
})

it('a read-only older store is read without being changed', async () => {
  const before = readFileSync(database)
  const workspace = openRecord(dirname(database), { readOnly: true })
  expect((await rawOf(workspace, ID)).equals(bytes)).toBe(true)
  await workspace.store.close()
  expect(readFileSync(database).equals(before)).toBe(true)
})

it('what an older Stet did not derive of a session is derived when the session goes on', async () => {
  const store = join(folder, 'newer')
  const text = readFileSync(join(FIXTURES, '../codex/three-rounds-0.166.0.jsonl'), 'utf8')
  const path = join(folder, 'rollout-2026-11-16T03-34-45-01a1e26b-0000-7000-8000-000000000001.jsonl')
  const end = text.lastIndexOf('\n', text.length - 2) + 1
  writeFileSync(path, text.slice(0, end))
  const told = () =>
    withRecord(store, async (workspace) => {
      const { sessions } = await inscribe(workspace, [path])
      return (await workspace.store.findSession(sessions[0]!.session as never))!.facts.contextWindow
    })
  expect(await told()).toBe(190_000)
  const older = new Database(join(store, 'sessions.db'))
  older.exec('ALTER TABLE sessions DROP COLUMN context_window')
  older.exec(`UPDATE sessions SET parser_state = replace(parser_state, '"contextWindow":190000,', '')`)
  older.close()
  writeFileSync(path, text)
  expect(await told()).toBe(190_000)
})
