import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_REQUEST } from '../../src/brief/request.ts'
import { check } from '../../src/care/check.ts'
import { verify } from '../../src/care/verify.ts'
import { linesOf } from '../../src/clients/lines.ts'
import type { Session } from '../../src/model/session.ts'
import { exportStream } from '../../src/read/export.ts'
import { findSessionFiles, inscribe } from '../../src/record/capture/inscribe.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { compress } from '../../src/surgery/compress-session.ts'
import { cutSession } from '../../src/surgery/operations.ts'
import { CORPUS_ABSENT } from '../corpus/files.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const CASES = resolve(import.meta.dirname, '../golden/parse/pi')
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
  await expect(cutSession(workspace, session, { kind: 'export' })).rejects.toMatchObject({ code: 'not-supported' })
  const out = join(bench.home, 'compressions')
  await expect(compress(workspace, session, DEFAULT_REQUEST, { out })).rejects.toMatchObject({ code: 'not-supported' })
  expect(existsSync(out)).toBe(false)
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
