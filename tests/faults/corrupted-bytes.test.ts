import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verify } from '../../src/care/verify.ts'
import { isFailure } from '../../src/model/errors.ts'
import { hashHex } from '../../src/model/id.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { tag } from '../../src/work/tag.ts'
import { collect, contentsOf, inscribed, openRecord, rawOf, sessionIds, temporaryFolder, withRecord } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const [EVENLY, IN_EACH_AREA] = process.env.STET_WIDE ? [150, 10] : [50, 3]
const FIXTURES = join(import.meta.dirname, '../fixtures/claude-code')
const folder = temporaryFolder('corrupted')
const store = join(folder, 'store')
const raw = new Map<string, Buffer>()
let expected: unknown
let database: Buffer
let areas: ReadonlyMap<number, string>

beforeAll(async () => {
  await withRecord(store, async (workspace) => {
    await fillStore(workspace)
    expected = await everythingIn(workspace)
    for (const id of await sessionIds(workspace)) raw.set(id, await rawOf(workspace, id))
  })
  database = readFileSync(join(store, 'sessions.db'))
  areas = areasByPage()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Outcome = 'detected by verify' | 'verify fails' | 'does not open' | 'harmless'

it('a wrong byte anywhere is detected or does no harm', { timeout: 300_000 }, async () => {
  const counts = new Map<string, Map<Outcome, number>>()
  const wrong: string[] = []
  for (const at of places()) {
    const area = areaOf(at)
    try {
      const outcome = await flipAt(at, area)
      const row = counts.get(area) ?? new Map<Outcome, number>()
      counts.set(area, row.set(outcome, (row.get(outcome) ?? 0) + 1))
    } catch (error) {
      wrong.push(`byte ${at} of ${area}: ${error instanceof Error ? `${error.name} ${error.message}` : error}`)
    }
  }
  console.log(tableOf(counts))
  expect(wrong).toEqual([])
})

/** Opens a copy of the store with one byte changed; throws when it gives a wrong answer or breaks. */
async function flipAt(at: number, area: string): Promise<Outcome> {
  const place = join(folder, 'copy')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place)
  const bytes = Buffer.from(database)
  bytes[at] = bytes[at]! ^ (1 << (at % 8))
  writeFileSync(join(place, 'sessions.db'), bytes)
  let workspace: Workspace
  try {
    workspace = openRecord(place)
  } catch (error) {
    if (isFailure(error)) return 'does not open'
    throw error
  }
  try {
    await expectExactOrRefused(workspace)
    const damage = await damageOf(workspace)
    if (damage === undefined) return 'verify fails'
    if (damage.length > 0) return 'detected by verify'
    expect(await everythingIn(workspace), `nothing noticed in ${area}`).toEqual(expected)
    return 'harmless'
  } finally {
    await workspace.store.close()
  }
}

/** An export is the bytes that were recorded, or a failure. */
async function expectExactOrRefused(workspace: Workspace): Promise<void> {
  for (const [id, bytes] of raw) {
    try {
      const exact = (await rawOf(workspace, id)).equals(bytes)
      if (!exact) throw new Error(`the export of ${id} is wrong`)
    } catch (error) {
      if (!isFailure(error) && !(error instanceof Error && error.message.startsWith('no session'))) throw error
    }
  }
}

async function damageOf(workspace: Workspace): Promise<readonly unknown[] | undefined> {
  try {
    return (await verify(workspace)).damaged
  } catch (error) {
    if (isFailure(error)) return undefined
    throw error
  }
}

/** Everything a user can ask, and what the next capture would build on. */
async function everythingIn(workspace: Workspace): Promise<unknown> {
  const { store } = workspace
  const sessions = []
  for (const session of await collect(store.listSessions())) {
    const graphs = (await collect(store.listGraphs(session.id))).map((graph) => hashHex(graph))
    const commits = await collect(store.listChain(session.id))
    sessions.push({ ...session, graphs, commits })
  }
  const tags = await collect(store.listTags())
  return { contents: await contentsOf(workspace), lineage: await store.listLineage(), sessions, tags }
}

/** A few sessions of every kind: a fork, a subagent, side files, a torn line, a rewritten file, tags. */
async function fillStore(workspace: Workspace): Promise<void> {
  const at = (name: string) => join(folder, `${uuidOf(name)}.jsonl`)
  for (const name of ['parallel-tools', 'fork', 'branches', 'auto-compact', 'subagent-large-output']) {
    copyFileSync(join(FIXTURES, `${name}-2.1.325.jsonl`), at(name))
  }
  const beside = join(FIXTURES, 'subagent-large-output-2.1.325')
  cpSync(beside, join(folder, uuidOf('subagent-large-output')), { recursive: true })
  const lines = transcript({ sessionId: uuidOf('torn'), rounds: 4 }).join('')
  writeFileSync(at('torn'), lines.slice(0, -1200))
  writeFileSync(at('rewritten'), lines)
  await inscribed(workspace, at('rewritten'))
  writeFileSync(at('rewritten'), `${lines.replace('step 2', 'leap 2')}this is no record\n`)
  const names = ['parallel-tools', 'fork', 'branches', 'auto-compact', 'subagent-large-output', 'torn', 'rewritten']
  const { sessions, failed } = await inscribe(workspace, names.map(at))
  expect(failed).toEqual([])
  const session = await workspace.store.findSession(sessions[0]!.session)
  await tag(workspace, session!, { range: '1-2', engagement: 'console-work' })
  await tag(workspace, session!, { range: '2', engagement: null })
}

/** Spread evenly over the file; the header byte by byte; and in each area, however small, where something is written. */
function places(): readonly number[] {
  const header = Array.from({ length: 100 }, (_, at) => at)
  const even = Array.from({ length: EVENLY }, (_, at) => Math.floor(((at + 0.37) * database.length) / EVENLY))
  const written = new Map<string, number[]>()
  for (let at = 100; at < database.length; at++) {
    if (database[at] === 0) continue
    const area = areaOf(at)
    const known = written.get(area)
    if (known) known.push(at)
    else written.set(area, [at])
  }
  const chosen = [...written.values()].flatMap((all) =>
    Array.from({ length: IN_EACH_AREA }, (_, at) => all[Math.floor(((at + 0.37) * all.length) / IN_EACH_AREA)]!),
  )
  return [...new Set([...header, ...even, ...chosen])]
}

function areaOf(at: number): string {
  return areas.get(Math.floor(at / pageSize()) + 1) ?? 'free pages'
}

function pageSize(): number {
  return database.readUInt16BE(16)
}

function areasByPage(): ReadonlyMap<number, string> {
  const opened = new Database(join(store, 'sessions.db'), { readonly: true })
  const rows = opened.prepare<{ name: string; pageno: number }>('SELECT name, pageno FROM dbstat').all()
  opened.close()
  return new Map(rows.map(({ name, pageno }) => [pageno, name]))
}

function tableOf(counts: ReadonlyMap<string, ReadonlyMap<Outcome, number>>): string {
  const outcomes: readonly Outcome[] = ['detected by verify', 'verify fails', 'does not open', 'harmless']
  const rows = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([area, row]) => [area, ...outcomes.map((name) => row.get(name) ?? 0)])
  const totals = outcomes.map((name) => [...counts.values()].reduce((sum, row) => sum + (row.get(name) ?? 0), 0))
  return [['area', ...outcomes], ...rows, ['all', ...totals]]
    .map((row) => row.map((cell, at) => (at === 0 ? String(cell).padEnd(40) : String(cell).padStart(20))).join(''))
    .join('\n')
}
