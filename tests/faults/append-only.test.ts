import { copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { verify } from '../../src/care/verify.ts'
import { hashHex } from '../../src/model/id.ts'
import { EXPORT_FORMATS, exportTo } from '../../src/read/export.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { tag } from '../../src/work/tag.ts'
import { inscribed, openRecord, sessionOf, temporaryFolder } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/claude-code')
const folder = temporaryFolder('append-only')
const store = join(folder, 'store')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('nothing a user does changes an artifact or a commit that is there', async () => {
  const workspace = openRecord(store)
  const place = (name: string) => join(folder, `${uuidOf(name)}.jsonl`)
  for (const name of ['parallel-tools-2.1.325', 'manual-compact-2.1.325', 'subagent-large-output-2.1.325']) {
    copyFileSync(join(FIXTURES, `${name}.jsonl`), place(name))
  }
  cpSync(join(FIXTURES, 'subagent-large-output-2.1.325'), join(folder, uuidOf('subagent-large-output-2.1.325')), {
    recursive: true,
  })
  const session = await inscribed(workspace, place('parallel-tools-2.1.325'))
  await inscribed(workspace, place('subagent-large-output-2.1.325'))

  const acts: Record<string, () => Promise<unknown>> = {
    tag: () => tag(workspace, session, { range: 'all', engagement: 'console-work' }),
    untag: () => tag(workspace, session, { range: '1', engagement: null }),
    verify: () => verify(workspace),
    rebuild: async () => {
      damageRounds()
      expect((await verify(workspace, { rebuild: true })).rebuilt).toBeGreaterThan(0)
    },
    'inscribe another': () => inscribed(workspace, place('manual-compact-2.1.325')),
    'inscribe a copy': async () => {
      copyFileSync(place('parallel-tools-2.1.325'), place('copy'))
      await inscribed(workspace, place('copy'))
    },
    'inscribe more': async () => {
      const id = uuidOf('growing')
      const lines = transcript({ sessionId: id, rounds: 4 })
      for (const end of [3, 9, 12.5, lines.length]) {
        writeFileSync(
          place('growing'),
          lines.join('').slice(0, Math.round((lines.join('').length * end) / lines.length)),
        )
        await inscribed(workspace, place('growing'))
      }
    },
    'inscribe a rewritten file': async () => {
      writeFileSync(place('parallel-tools-2.1.325'), transcript({ sessionId: session.id, rounds: 2 }).join(''))
      expect((await inscribed(workspace, place('parallel-tools-2.1.325'))).id).toBe(`${session.id}~1`)
    },
    'inscribe everything again': async () => {
      await inscribe(workspace, ['parallel-tools-2.1.325', 'manual-compact-2.1.325', 'growing', 'copy'].map(place))
    },
    export: async () => {
      for (const to of EXPORT_FORMATS) await exportTo(workspace, session, { to, out: join(folder, `out-${to}`) })
    },
    check: () => check(workspace, session.id),
  }

  let before = immutableRows()
  expect(before.size).toBeGreaterThan(10)
  for (const [name, act] of Object.entries(acts)) {
    await act()
    const after = immutableRows()
    const changed = [...before].filter(([row, hash]) => after.get(row) !== hash).map(([row]) => row)
    expect({ name, changed }).toEqual({ name, changed: [] })
    before = after
  }
  expect((await sessionOf(workspace, session.id)).head).toBe(session.head)
  await workspace.store.close()
})

/** The hash of every row that is written once, by where it is. A commit's summary may change. */
function immutableRows(): ReadonlyMap<string, string> {
  const database = new Database(join(store, 'sessions.db'), { readonly: true })
  const rows = new Map<string, string>()
  for (const table of ['artifacts', 'pieces', 'frames', 'commits', 'chain', 'tag_journal', 'side_files']) {
    const columns = database
      .prepare<{ name: string; pk: number }>(`SELECT name, pk FROM pragma_table_info('${table}')`)
      .all()
    const keys = columns.filter((column) => column.pk > 0).map((column) => column.name)
    for (const row of database.prepare<Record<string, unknown>>(`SELECT * FROM ${table}`).all()) {
      delete row.summary
      const values = Object.values(row).map((value) => (Buffer.isBuffer(value) ? hashHex(value) : value))
      rows.set(`${table} ${keys.map((key) => row[key]).join(' ')}`, hashHex(JSON.stringify(values)))
    }
  }
  database.close()
  return rows
}

/** Spoils what is derived, so that a rebuild has something to do. */
function damageRounds(): void {
  const database = new Database(join(store, 'sessions.db'))
  database.exec("UPDATE rounds SET user_preview = 'spoiled'; DELETE FROM spans")
  database.close()
}
