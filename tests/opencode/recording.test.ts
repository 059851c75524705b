import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { codex } from '../../src/clients/codex/index.ts'
import { opencode } from '../../src/clients/opencode/index.ts'
import { pi } from '../../src/clients/pi/index.ts'
import type { Session } from '../../src/model/session.ts'
import { exportStream } from '../../src/read/export.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { roundBlocks } from '../../src/record/reading/round-blocks.ts'
import { cutSession } from '../../src/surgery/operations.ts'
import { CORPUS_ABSENT } from '../corpus/files.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const FIXTURE = resolve(import.meta.dirname, '../fixtures/opencode/one-round-1.18.33.json')
const THREE = resolve(import.meta.dirname, '../fixtures/opencode/three-rounds-1.18.33.json')
const SUMMARY = 'MODEL SUMMARY'
const GOLDEN = resolve(import.meta.dirname, '../golden/parse/opencode')
const SHARED = resolve(import.meta.dirname, '../../../shared/corpus/opencode')

let bench: TestWorkspace
beforeEach(async () => {
  bench = await openTestWorkspace()
})
afterEach(() => bench.close())

let copies = 0

/** Records a copy whose name says nothing. */
async function recorded(path: string): Promise<Session> {
  const copy = join(bench.home, `${copies++}.json`)
  copyFileSync(path, copy)
  const { sessions, failed } = await inscribe(bench.workspace, [copy])
  expect(failed).toEqual([])
  return (await bench.workspace.store.findSession(sessions[0]!.session))!
}

it('an exported session is known by what is in it, and is read', async () => {
  const session = await recorded(FIXTURE)
  expect(session).toMatchObject({
    client: 'opencode',
    format: 'opencode-v1',
    clientId: 'ses_e2333f254ffe5DHYW1m0VjwY6R',
  })
  expect(session.facts).toMatchObject({ rounds: 1, title: 'Mock title', model: 'mock-model', tokens: 7030 })
})

it('a session that is cut is one that the client imports beside its source, and its rounds are the same', async () => {
  const source = await recorded(THREE)
  const cut = await cutSession(bench.workspace, source, { kind: 'drop', range: 'all', kinds: ['thinking'] })
  const { path, session, resume } = cut.sessions[0]!
  expect(resume).toBe(
    `opencode import "\${XDG_DATA_HOME:-$HOME/.local/share}/opencode/stet/${session}.json" && opencode -s ${session}`,
  )
  const ids = (file: string) => JSON.parse(readFileSync(file, 'utf8')).messages.map(({ info }: Message) => info.id)
  expect(ids(path)).toHaveLength(ids(THREE).length)
  expect(ids(path)).toEqual([...ids(path)].sort()) // the client orders by them, and has those of all sessions in one place
  expect(ids(path).filter((id: string) => ids(THREE).includes(id))).toEqual([])
  const written = await recorded(path)
  const rounds = async (id: typeof source.id) =>
    (await bench.workspace.store.listRounds(id)).map(({ round, roundId }) => ({ round, roundId }))
  expect(await rounds(written.id)).toEqual(await rounds(source.id))
  const again = await cutSession(bench.workspace, written, { kind: 'compress-before', before: 'round:3' })
  expect(await rounds((await recorded(again.sessions[0]!.path)).id)).toEqual(
    expect.arrayContaining((await rounds(source.id)).slice(2)),
  )
  expect(await check(bench.workspace, path)).toMatchObject({ byte_exact: true, rerender_exact: true, differences: [] })
})

it('after a compaction, the summary and what follows are what is sent, in every client', async () => {
  const session = await recorded(join(GOLDEN, 'a-compaction-replaces-what-was-before/input.json'))
  for (const client of [opencode, pi, codex]) {
    const { sessions } = await cutSession(bench.workspace, session, { kind: 'export' }, { to: client })
    const sent = client.context.conversation(readFileSync(sessions[0]!.path)).join('\n')
    expect(sent).toContain(SUMMARY)
  }
})

interface Message {
  readonly info: { readonly id: string }
}

it('after a compaction the later rounds are active, and the rest of the round it cut', async () => {
  const session = await recorded(join(GOLDEN, 'a-compaction-replaces-what-was-before/input.json'))
  const rows = await bench.workspace.store.listRounds(session.id)
  expect(rows.map(({ round, active }) => [round, active])).toEqual([[1, true]])
})

const real = existsSync(SHARED) ? readdirSync(SHARED, { recursive: true, encoding: 'utf8' }) : []
const files = [FIXTURE, ...real.filter((name) => /\.jsonl?$/.test(name)).map((name) => join(SHARED, name))]
if (files.length === 1) console.log(`opencode, not run on real transcripts: ${CORPUS_ABSENT}`)

it.each(files.map((path) => ({ path, name: path.slice(-60) })))('$name comes back', async ({ path }) => {
  const session = await recorded(path)
  const pieces: Buffer[] = []
  for await (const piece of exportStream(bench.workspace, session, 'raw')) pieces.push(piece)
  expect(Buffer.concat(pieces).equals(readFileSync(path))).toBe(true)
  expect(await check(bench.workspace, session.source)).toMatchObject({ byte_exact: true, differences: [] })
  const said = JSON.parse(readFileSync(path, 'utf8')).messages as readonly {
    readonly info: { readonly role: string }
    readonly parts: readonly { readonly type: string; readonly state?: { readonly output?: string } }[]
  }[]
  const rows = await bench.workspace.store.listRounds(session.id)
  expect(rows).toHaveLength(said.filter(({ info }) => info.role === 'user').length)
  const blocks = (await Promise.all(rows.map((row) => roundBlocks(bench.workspace, session, row)))).flat()
  const outputs = said.flatMap(({ parts }) =>
    parts.flatMap(({ type, state }) => (type === 'tool' ? state!.output : [])),
  )
  expect(blocks.flatMap(({ type, content }) => (type === 'tool_result' ? [content] : []))).toEqual(outputs)
})
