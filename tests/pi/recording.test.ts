import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { verify } from '../../src/care/verify.ts'
import { linesOf } from '../../src/clients/lines.ts'
import type { Session } from '../../src/model/session.ts'
import { exportStream } from '../../src/read/export.ts'
import { findSessionFiles, inscribe } from '../../src/record/capture/inscribe.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { cutSession } from '../../src/surgery/operations.ts'
import { CORPUS_ABSENT } from '../corpus/files.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const CASES = resolve(import.meta.dirname, '../golden/parse/pi')
const FIXTURES = resolve(import.meta.dirname, '../fixtures/pi')
const SHARED = resolve(import.meta.dirname, '../../../shared')

let bench: TestWorkspace
let workspace: Workspace
beforeEach(async () => {
  bench = await openTestWorkspace()
  workspace = bench.workspace
})
afterEach(() => bench.close())

async function recorded(path: string): Promise<Session> {
  const { sessions, failed } = await inscribe(workspace, [path])
  expect(failed).toEqual([])
  return (await workspace.store.findSession(sessions[0]!.session))!
}

/** What a session means: its rounds, which of them the client would resume, and whose each byte is. */
async function meaningOf({ id, facts }: Session) {
  return { facts, rounds: await workspace.store.listRounds(id), spans: await workspace.store.listSpans(id) }
}

async function rawOf(session: Session): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of exportStream(workspace, session, 'raw')) pieces.push(piece)
  return Buffer.concat(pieces)
}

function put(name: string, text: string | Buffer): string {
  const path = join(bench.home, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

it('sessions of pi are found where it keeps them, and known by what is in them', async () => {
  const text = readFileSync(join(CASES, 'tools-pictures-and-names/input.jsonl'))
  const path = put('.pi/agent/sessions/--home-me-app--/2026-03-19T10-00-01-000Z_x.jsonl', text)
  expect(await findSessionFiles(workspace)).toEqual([path])
  const session = await recorded(path)
  expect(session).toMatchObject({ client: 'pi', format: 'pi-v1', clientId: '01a1dccd-26da-7892-b75b-6d73e2f43f8d' })
  expect(session.facts).toMatchObject({ cwd: '/home/me/app', tokens: 6100, rounds: 2 })
})

it('a session that is cut is written where pi looks for it, and keeps the identity and the numbers of its rounds', async () => {
  const source = await recorded(join(FIXTURES, 'three-rounds-0.87.1.jsonl'))
  const before = await workspace.store.listRounds(source.id)
  const cut = await cutSession(workspace, source, { kind: 'drop', range: 'all', kinds: ['thinking'] })
  const { path, session, resume } = cut.sessions[0]!
  expect(path).toContain('/.pi/agent/sessions/--home-user-workspac-project--/')
  expect(resume).toBe(`pi --session ${session}`)
  const written = await recorded(path)
  const after = await workspace.store.listRounds(written.id)
  const named = (rows: typeof before) =>
    rows.filter(({ round }) => round > 0).map(({ round, roundId }) => ({ round, roundId }))
  expect(named(after)).toEqual(named(before))
  const again = await cutSession(workspace, written, { kind: 'export' })
  expect(named(await workspace.store.listRounds((await recorded(again.sessions[0]!.path)).id))).toEqual(named(after))
  expect(await check(workspace, path)).toMatchObject({ byte_exact: true, rerender_exact: true, differences: [] })
})

it('what the client left out or changed itself stays so in what is cut', async () => {
  const at = (second: number) => `2026-03-19T10:00:0${second}.000Z`
  const lines = [
    { type: 'session', version: 3, id: 's1', timestamp: at(0), cwd: bench.home },
    message('u1', null, { role: 'user', content: 'One' }),
    message('a1', 'u1', { role: 'assistant', content: [{ type: 'text', text: 'A secret.' }] }),
    message('a2', 'a1', { role: 'assistant', content: [{ type: 'text', text: 'Stopped' }], stopReason: 'aborted' }),
    message('u2', 'a2', { role: 'user', content: 'Two' }),
    message('a3', 'u2', { role: 'assistant', content: [{ type: 'text', text: 'Long.' }] }),
    { type: 'context_edit', id: 'e1', parentId: 'a3', timestamp: at(6), targetId: 'a1', replacement: null },
    {
      type: 'context_edit',
      id: 'e2',
      parentId: 'e1',
      timestamp: at(7),
      targetId: 'a3',
      replacement: { content: 'Short.' },
    },
  ]
  const source = await recorded(put('edited.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
  const cut = await cutSession(workspace, source, { kind: 'export' })
  const written = readFileSync(cut.sessions[0]!.path, 'utf8')
  expect(written).not.toContain('A secret.')
  expect(written).toContain('"targetId":"a3"')
  expect(written).not.toContain('"targetId":"a1"')

  function message(id: string, parentId: string | null, said: object) {
    return { type: 'message', id, parentId, timestamp: at(5), message: said }
  }
})

describe.each(readdirSync(CASES))('%s', (name) => {
  const text = readFileSync(join(CASES, name, 'input.jsonl'))

  it('is the same whole and line by line', async () => {
    const whole = await meaningOf(await recorded(put('whole.jsonl', text)))
    await bench.close()
    bench = await openTestWorkspace()
    workspace = bench.workspace
    const path = put('steps.jsonl', '')
    for (const line of linesOf(text)) {
      appendFileSync(path, line)
      await inscribe(workspace, [path])
    }
    const session = await recorded(path)
    expect(await meaningOf(session)).toEqual(whole)
    expect((await rawOf(session)).equals(text)).toBe(true)
    expect(await verify(workspace)).toMatchObject({ ok: true })
  })
})

const real = ['corpus/pi', 'fixtures/pi'].flatMap((folder) => {
  const at = join(SHARED, folder)
  if (!existsSync(at)) return []
  return readdirSync(at, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.jsonl'))
    .map((path) => join(at, path))
})
if (real.length === 0) console.log(`pi, not run on real transcripts: ${CORPUS_ABSENT}`)

it.each(real.map((path) => ({ path, name: path.slice(-60) })))('$name comes back', async ({ path }) => {
  const copy = join(bench.home, 'copy.jsonl')
  copyFileSync(path, copy)
  const session = await recorded(copy)
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const roles = lines.map(({ message }) => message?.role)
  expect(session).toMatchObject({ client: 'pi', facts: { rounds: roles.filter((role) => role === 'user').length } })
  expect((await rawOf(session)).equals(readFileSync(path))).toBe(true)
  expect(await check(workspace, copy)).toMatchObject({ byte_exact: true, differences: [] })
})
