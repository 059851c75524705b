import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verify } from '../../src/care/verify.ts'
import { CONFIG_DIR } from '../../src/clients/gemini/paths.ts'
import { recordEnd } from '../../src/clients/kit/record-end.ts'
import { linesOf } from '../../src/clients/lines.ts'
import type { Session } from '../../src/model/session.ts'
import { exportStream } from '../../src/read/export.ts'
import { listSessions } from '../../src/read/sessions.ts'
import { findSessionFiles, inscribe } from '../../src/record/capture/inscribe.ts'
import { roundBlocks } from '../../src/record/reading/round-blocks.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { readEnvironment } from '../../src/shells/process/environment.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const CASES = resolve(import.meta.dirname, '../golden/parse/gemini')

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

function documentOf(messages: number, lastUpdated: string): string {
  const text = readFileSync(join(CASES, 'a-document-of-an-older-version/input.json'), 'utf8')
  const whole = JSON.parse(text)
  return JSON.stringify({ ...whole, lastUpdated, messages: whole.messages.slice(0, messages) }, null, 2)
}

it('sessions are found where the client keeps them, and known by what is in them', async () => {
  const log = readFileSync(join(CASES, 'what-a-resume-repeats-is-said-once/input.jsonl'))
  const chats = '.gemini/tmp/app/chats'
  const path = put(`${chats}/session-2026-03-19T10-00-7c0c7d3e.jsonl`, log)
  const subagent = put(`${chats}/7c0c7d3e-1111-4222-8333-444455556666/of-a-subagent.jsonl`, log)
  const document = put(`${chats}/session-2026-01-10T02-08-11112222.json`, documentOf(2, '2026-03-19T10:00:02.000Z'))
  put(`${chats}/session-2026-01-10T02-08-33334444.json`, documentOf(2, '2026-03-19T10:00:02.000Z'))
  const after = put(`${chats}/session-2026-01-10T02-08-33334444.jsonl`, log)
  put('.gemini/tmp/app/logs.json', '[]')
  expect([...(await findSessionFiles(workspace))].sort()).toEqual([subagent, document, after, path].sort())
  const session = await recorded(path)
  expect(session).toMatchObject({
    client: 'gemini-cli',
    format: 'gemini-cli-v1',
    clientId: '7c0c7d3e-1111-4222-8333-444455556666',
  })
  expect(session.facts).toMatchObject({ cwd: '/home/me/app', model: 'gemini-2.5-pro', tokens: 1072, rounds: 2 })
})

it('the variable of the client names another home', () => {
  const folderIn = (env: NodeJS.ProcessEnv) => readEnvironment(env).configDir(CONFIG_DIR)
  expect(folderIn({ HOME: '/home/me' })).toBe('/home/me/.gemini')
  expect(folderIn({ HOME: '/home/me', GEMINI_CLI_HOME: '/srv/agents' })).toBe('/srv/agents/.gemini')
})

describe.each(readdirSync(CASES))('%s', (name) => {
  const input = readdirSync(join(CASES, name)).find((file) => file.startsWith('input.'))!
  const text = readFileSync(join(CASES, name, input))

  it('is the same whole and record by record', async () => {
    const whole = await meaningOf(await recorded(put(`whole-${input}`, text)))
    await bench.close()
    bench = await openTestWorkspace()
    workspace = bench.workspace
    const path = put(`steps-${input}`, '')
    for (const line of linesOf(text, recordEnd)) {
      appendFileSync(path, line)
      await inscribe(workspace, [path])
    }
    const session = await recorded(path)
    expect(await meaningOf(session)).toEqual(whole)
    expect((await rawOf(session)).equals(text)).toBe(true)
    expect(await verify(workspace)).toMatchObject({ ok: true })
  })
})

describe('a session that is one document', () => {
  it('is a new generation whenever it was written anew, and is listed once', async () => {
    const path = '.gemini/tmp/app/chats/session-2026-03-19T10-00-7c0c7d3e.json'
    const states = [1, 2, 4, 5].map((messages) => documentOf(messages, `2026-03-19T10:00:4${messages}.000Z`))
    const sessions: Session[] = []
    for (const state of states) sessions.push(await recorded(put(path, state)))
    expect(sessions.map(({ generation }) => generation)).toEqual([0, 1, 2, 3])
    for (const [at, session] of sessions.entries())
      expect((await rawOf(session)).toString('utf8'), `state ${at}`).toBe(states[at])
    const listed = await listSessions(workspace, () => undefined)
    expect(listed).toMatchObject([{ session: sessions[3]!.id, current: true, rounds: 2 }])
  })

  it('that the client goes on from in a log gives way to that', async () => {
    const path = '.gemini/tmp/app/chats/session-2026-03-19T10-00-7c0c7d3e.json'
    await recorded(put(path, documentOf(5, '2026-03-19T10:00:45.000Z')))
    const { messages, ...about } = JSON.parse(documentOf(5, '2026-03-19T10:00:45.000Z'))
    const more = { id: 'u3', timestamp: '2026-03-19T10:01:00.000Z', type: 'user', content: [{ text: 'Three' }] }
    const lines = [about, ...messages, more].map((line) => `${JSON.stringify(line)}\n`).join('')
    const log = await recorded(put(`${path}l`, lines))
    expect(log.facts.rounds).toBe(3)
    expect(await listSessions(workspace, () => undefined)).toMatchObject([{ session: log.id, current: true }])
  })

  it('that lost messages is listed next to what it was', async () => {
    const path = '.gemini/tmp/app/chats/session-2026-03-19T10-00-7c0c7d3e.json'
    for (const messages of [5, 2]) await recorded(put(path, documentOf(messages, `2026-03-19T10:00:4${messages}.000Z`)))
    expect(await listSessions(workspace, () => undefined)).toHaveLength(2)
  })

  it('is one generation when it was caught half written', async () => {
    const path = 'session-x.json'
    const whole = documentOf(5, '2026-03-19T10:00:45.000Z')
    const half = await recorded(put(path, whole.slice(0, 1500)))
    expect({ bytes: half.bytes, tail: half.tail.length }).toEqual({ bytes: 0, tail: 1500 })
    const session = await recorded(put(path, whole))
    expect(session).toMatchObject({ id: half.id, bytes: whole.length, facts: { rounds: 2 } })
    const row = (await workspace.store.listRounds(session.id)).find(({ round }) => round === 1)!
    expect((await roundBlocks(workspace, session, row)).map(({ type }) => type)).toEqual([
      'user-text',
      'thinking',
      'assistant-text',
      'tool_use',
      'tool_result',
      'note',
    ])
  })
})
