import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { collectGarbage } from '../../src/care/collect.ts'
import { verify } from '../../src/care/verify.ts'
import type { SessionId } from '../../src/model/id.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { copyStore, damageOf, inscribed, temporaryFolder, withRecord } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const folder = temporaryFolder('verify')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function put(name: string, lines: readonly string[]): string {
  mkdirSync(join(folder, name), { recursive: true })
  const path = join(folder, name, `${uuidOf(name)}.jsonl`)
  writeFileSync(path, lines.join(''))
  return path
}

const session = (name: string, rounds: number, roundBytes: number) =>
  transcript({ sessionId: uuidOf(name), seed: name, rounds, roundBytes })

function change(store: string, file: string, sql: string): void {
  const database = new Database(join(store, file))
  database.exec(sql)
  database.close()
}

it('finds nothing wrong while others collect, forget and seal', async () => {
  const store = join(folder, 'collected-store')
  await withRecord(store, (reader) =>
    withRecord(store, async (other) => {
      for (let turn = 0; turn < 3; turn++) {
        const paths = ['stays', 'goes'].map((name) => put(`${name}${turn}`, session(`${name}${turn}`, 500, 5_000)))
        await inscribe(other, paths)
        let collecting: Promise<{ readonly removed: number }> | undefined
        const forgetAndCollect = async () => {
          await other.store.forget(uuidOf(`goes${turn}`) as SessionId)
          return other.store.collect({ now: new Date().toISOString(), dryRun: false })
        }
        const onProgress = () => {
          collecting ??= forgetAndCollect()
        }
        const { damaged } = await verify(reader, { onProgress })
        expect(damaged).toEqual([])
        expect((await collecting)?.removed).toBeGreaterThan(0)
        const [meanwhile] = await Promise.all([damageOf(reader), collectGarbage(other)])
        expect(meanwhile).toEqual([])
      }
    }),
  )
})

it('a uuid that is half a character is no damage', async () => {
  const halves = new Map([
    [1, '\\ud800'], // the first lines of three rounds
    [7, '\\udc00'],
    [13, 'x\\ud83d'],
  ])
  let text = session('halves', 6, 200).join('')
  for (const [line, uuid] of halves) text = text.replaceAll(uuidOf(`halves:${line}`), uuid)
  expect(text).toContain('"uuid":"\\ud800"')
  await withRecord(join(folder, 'halves-store'), async (workspace) => {
    await inscribed(workspace, put('halves', [text]))
    expect(await damageOf(workspace)).toEqual([])
    expect(await verify(workspace, { rebuild: true })).toMatchObject({ ok: true, rebuilt: 0 })
  })
})

it('many small rounds in a stretch, and a round that goes on in a later one, are right', async () => {
  const small = session('small', 5_000, 1).filter((line) => line.includes('"content":"Please'))
  const [first, ...rest] = session('late', 20, 300_000)
  const late = rest.findIndex((line) => line.includes('"tool_result"'))
  const [answer] = rest.splice(late, 1)
  await withRecord(join(folder, 'rounds-store'), async (workspace) => {
    expect((await inscribed(workspace, put('small', small))).facts.rounds).toBe(5_000)
    await inscribed(workspace, put('late', [first!, ...rest, answer!]))
    expect(await damageOf(workspace)).toEqual([])
  })
})

it('finds what is wrong with derived rows anywhere in a long session', async () => {
  const store = join(folder, 'long-store')
  const lines = session('long', 1_000, 6_000).filter((line) => !line.includes('"last-prompt"')) // what is active is settled
  const path = put('long', lines)
  const damaged = join(folder, 'damaged-store')
  await withRecord(store, (workspace) => inscribed(workspace, path))
  const damages: readonly (readonly [string, string, string])[] = [
    ['its rounds', 'sessions.db', 'UPDATE rounds SET chars = chars + 1 WHERE round = 700'],
    ['its rounds', 'sessions.db', 'UPDATE rounds SET active = 0 WHERE round = 950'],
    ['its rounds', 'sessions.db', 'UPDATE rounds SET token_count = 7 WHERE round = 3'],
    ['its rounds', 'sessions.db', 'DELETE FROM rounds WHERE round = 800'],
    ['its rounds', 'sessions.db', 'UPDATE rounds SET round = 9999 WHERE round = 1000'],
    ['its rounds', 'sessions.db', "UPDATE rounds SET user_preview = ''"],
    ['have no owner', 'sessions.db', 'DELETE FROM spans WHERE owner = 900'],
    ['its spans', 'sessions.db', 'UPDATE spans SET owner = 1 WHERE owner = 1000'],
    ['the links', 'sessions.db', 'DELETE FROM graphs WHERE start = (SELECT max(start) FROM graphs)'],
    [
      'its problems',
      'sessions.db',
      `INSERT INTO problems (session_id, line, problem) VALUES ('${uuidOf('long')}', 1, '')`,
    ],
    ['its search rows', 'search.db', 'UPDATE places SET length = length - 1 WHERE round = 600'],
    ['its search rows', 'search.db', 'DELETE FROM places WHERE round = 600'],
    ['its search rows', 'search.db', 'UPDATE places SET round = 9999 WHERE round = 1000'],
  ]
  for (const [what, file, sql] of damages) {
    rmSync(damaged, { recursive: true, force: true })
    copyStore(store, damaged)
    change(damaged, file, sql)
    await withRecord(damaged, async (workspace) => {
      expect(await damageOf(workspace), sql).toEqual([expect.stringContaining(what)])
    })
  }
})
