import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inject, injectRaw } from '../../src/read/inject.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { refreshDerived } from '../../src/record/derived/refresh-derived.ts'
import { resolveRef } from '../../src/record/naming/resolve-ref.ts'
import { openPostgresStore } from '../../src/record/postgres/open-postgres-store.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { collect, rawOf, sessionIds, temporaryFolder, withRecord } from '../faults/record.ts'
import { postgresForTests } from '../servers/postgres.ts'
import { workspaceOf } from '../workspace.ts'
import { hash, makeOlderStore, references } from './older-store-fixture.ts'

const server = await postgresForTests()
const SCHEMA = `older_${process.pid}`
const A = 'aaaaaaaa-0000-4000-8000-00000000000a'

/** What a table had before its columns came, and how its rows are read from the older store. */
const OLDER = {
  rounds:
    'session_id, round, started, engagement_id, user_preview, agent_preview, tool_count, thinking_count, thinking_chars, token_count, round_id, ended, active, chars',
  spans: 'session_id, start, "end", owner',
  tag_journal: 'round_id, engagement_id, previous, at, "by", checksum',
}

describe.skipIf(!server)('a shared store of an older Stet', () => {
  let folder: string
  let sql: postgres.Sql
  const connect = () => openPostgresStore({ url: `${server!.url}?schema=${SCHEMA}` })
  beforeEach(async () => {
    folder = temporaryFolder('older-shared')
    sql = postgres(server!.url, { max: 1, onnotice: () => undefined, connection: { search_path: SCHEMA } })
    makeOlderStore(join(folder, 'store'))
    const rows = rowsOfOlder(join(folder, 'store/sessions.db'))
    await captureAgain()
    await makeOlder(rows)
  })
  afterEach(async () => {
    await sql.unsafe(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`)
    await sql.end()
    rmSync(folder, { recursive: true, force: true })
  })

  it('keeps the numbers it gave, and every reference leads to the same bytes', async () => {
    const store = await connect()
    const workspace = workspaceOf({ store, warm: new Map() })
    expect(await store.listOutdated()).toHaveLength(8)
    await refreshDerived(workspace)
    expect(await store.listOutdated()).toEqual([])
    const rows = await store.listRounds(A as never)
    expect(rows.map(({ round, within, engagement }) => [round, within, engagement])).toEqual([
      [5, 0, null],
      [1, undefined, 'plan'],
      [2, undefined, 'store-work'],
      [6, 2, 'store-work'],
      [3, undefined, null],
      [4, undefined, null],
    ])
    expect((await store.listRounds(A as never, { after: 2, first: 2 })).map(({ round }) => round)).toEqual([6, 3])
    for (const [reference, { raw, text }] of Object.entries(references)) {
      const found =
        text === undefined
          ? Buffer.concat(await collect(injectRaw(workspace, await resolveRef(workspace, reference, undefined))))
          : (await inject(workspace, reference)).text
      expect([reference, hash(found)]).toEqual([reference, raw ?? text])
    }
    await store.close()
  })

  /** Puts the sessions of the older store into the shared one, with what was done to them. */
  async function captureAgain(): Promise<void> {
    const files = join(folder, 'files')
    mkdirSync(files)
    const store = await connect()
    await withRecord(join(folder, 'store'), async (older) => {
      for (const id of await sessionIds(older)) writeFileSync(join(files, `${id}.jsonl`), await rawOf(older, id))
      const paths = (await sessionIds(older)).map((id) => join(files, `${id}.jsonl`))
      const { failed } = await inscribe(workspaceOf({ store, warm: new Map() }), paths)
      expect(failed).toEqual([])
      for (const operation of (await older.store.listOperations()).toReversed()) await store.record(operation)
    })
    await store.close()
  }

  /** As the first version of the tables had it. */
  async function makeOlder(rows: ReturnType<typeof rowsOfOlder>): Promise<void> {
    for (const [table, columns] of Object.entries(OLDER)) {
      await sql.unsafe(`DELETE FROM ${table}`)
      for (const row of rows[table as keyof typeof OLDER]) {
        const values = columns.split(', ').map((_, at) => `$${at + 1}`)
        await sql.unsafe(`INSERT INTO ${table} (${columns}) VALUES (${values.join(', ')})`, row as never[])
      }
    }
    for (const [session, rounds, highest] of rows.sessions)
      await sql`UPDATE sessions SET rounds = ${rounds!}, highest_round = ${highest!} WHERE session_id = ${session!}`
    await sql.unsafe(`
      ALTER TABLE sessions DROP COLUMN parser_version, DROP COLUMN earlier_bytes, DROP COLUMN earlier_highest;
      ALTER TABLE rounds DROP COLUMN part_of;
      DELETE FROM meta WHERE key = 'parser_version';
      UPDATE meta SET value = '1' WHERE key = 'schema_version'`)
  }
})

function rowsOfOlder(path: string) {
  const database = new Database(path, { readonly: true })
  const all = (columns: string, table: string) =>
    database
      .prepare<Record<string, string | number>>(`SELECT ${columns} FROM ${table}`)
      .all()
      .map((row) => Object.values(row))
  try {
    return {
      rounds: all(OLDER.rounds, 'rounds'),
      spans: all(OLDER.spans, 'spans'),
      tag_journal: all(OLDER.tag_journal, 'tag_journal'),
      sessions: all('session_id, rounds, highest_round', 'sessions'),
    }
  } finally {
    database.close()
  }
}
