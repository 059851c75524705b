import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exportStream } from '../../src/read/export.ts'
import { listSessions } from '../../src/read/sessions.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { inscribeStream } from '../../src/record/capture/inscribe-stream.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { search } from '../../src/search/search.ts'
import { human, says } from '../laws/lines.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const CLAUDE = '5e55a001-0000-4000-8000-00000000000a'
const CODEX = '01a1f61f-a879-71d2-b870-ecf155f6c017'
const PROJECT = '/project'
const ASKED_AT = '2026-03-01T10:00:00.000Z'
const SAID_AT = '2026-03-01T10:00:05.000Z'
const SAID = 'The heron is brown.'
const STREAMED = `stream-${CLAUDE}`

let test: TestWorkspace
beforeEach(async () => {
  test = await openTestWorkspace({ cwd: PROJECT })
})
afterEach(() => test.close())

const RUNS = {
  'of Claude Code': { id: CLAUDE, file: claudeFile(SAID), live: claudeStream() },
  'of Claude Code, which prints no times': { id: CLAUDE, file: claudeFile(SAID), live: claudeStream(null) },
  'of Codex': { id: CODEX, file: codexFile(SAID), live: codexStream() },
}

it.each(Object.entries(RUNS).flatMap(([what, run]) => ['before', 'after'].map((when) => ({ what, when, ...run }))))(
  'a run $what is one session where its transcript is recorded $when it',
  async ({ id, file, live, when }) => {
    if (when === 'before') await transcript(id, file)
    await stream(live)
    if (when === 'after') await transcript(id, file)
    expect(await listed()).toEqual([id])
    expect(await found('heron')).toEqual([`${id}:1`])
    expect((await resolveSession(test.workspace, 'latest')).id).toBe(id)
    expect(await recorded(`stream-${id}`)).toBe(live)
  },
)

it('without its transcript a stream is listed and found', async () => {
  await stream(claudeStream())
  expect(await listed()).toEqual([STREAMED])
  expect(await found('heron')).toEqual([`${STREAMED}:0`])
})

it('what a transcript does not say yet is found in the stream', async () => {
  for (const [id, file, live] of [
    [CLAUDE, claudeFile(), claudeStream()],
    [CODEX, codexFile('It is raining.'), codexStream()],
  ] as const) {
    await transcript(id, file)
    await stream(live)
  }
  expect([...(await listed())].sort()).toEqual([CODEX, CLAUDE])
  expect([...(await found('heron brown'))].sort()).toEqual([`stream-${CODEX}:1`, `${STREAMED}:0`])
})

it('a stream that is named is searched', async () => {
  await transcript(CLAUDE, claudeFile(SAID))
  await stream(claudeStream())
  const { hits } = await search(test.workspace, 'heron', { session: STREAMED })
  expect(hits.map(({ ref }) => ref)).toEqual([`${STREAMED}:0`])
})

async function stream(text: string): Promise<void> {
  await inscribeStream(
    test.workspace,
    (async function* () {
      yield Buffer.from(text)
    })(),
  )
}

async function transcript(id: string, text: string): Promise<void> {
  const folder = join(test.home, 'sources')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${id}.jsonl`), text)
  await inscribe(test.workspace, [join(folder, `${id}.jsonl`)])
}

async function listed(): Promise<readonly string[]> {
  return (await listSessions(test.workspace, () => undefined)).map(({ session }) => session)
}

async function found(words: string): Promise<readonly string[]> {
  return (await search(test.workspace, words)).hits.map(({ ref }) => ref)
}

async function recorded(id: string): Promise<string> {
  const session = (await test.workspace.store.findSession(id as never))!
  const all: Buffer[] = []
  for await (const piece of exportStream(test.workspace, session, 'raw')) all.push(piece)
  return Buffer.concat(all).toString()
}

function claudeFile(answer?: string): string {
  const about = { sessionId: CLAUDE, cwd: PROJECT }
  return textOf(
    { ...human('u1', null, 'Which bird?'), ...about, timestamp: ASKED_AT },
    ...(answer === undefined ? [] : [{ ...says('a1', 'u1', answer), ...about, timestamp: SAID_AT }]),
  )
}

function claudeStream(at: string | null = SAID_AT): string {
  return textOf(
    { type: 'system', subtype: 'init', session_id: CLAUDE, cwd: PROJECT },
    {
      type: 'assistant',
      uuid: 'a1',
      session_id: CLAUDE,
      ...(at !== null && { timestamp: at }),
      message: { id: 'm1', role: 'assistant', model: 'm', content: [{ type: 'text', text: SAID }] },
    },
    { type: 'result', subtype: 'success', session_id: CLAUDE, num_turns: 1 },
  )
}

function codexFile(answer: string): string {
  const message = (role: string, type: string, text: string) => ({ type: 'message', role, content: [{ type, text }] })
  return textOf(
    { timestamp: ASKED_AT, type: 'session_meta', payload: { id: CODEX, cwd: PROJECT } },
    { timestamp: ASKED_AT, type: 'response_item', payload: message('user', 'input_text', 'Which bird?') },
    { timestamp: SAID_AT, type: 'response_item', payload: message('assistant', 'output_text', answer) },
  )
}

function codexStream(): string {
  return textOf(
    { type: 'thread.started', thread_id: CODEX },
    { type: 'turn.started' },
    { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: SAID } },
    { type: 'turn.completed', usage: { input_tokens: 10, output_tokens: 5 } },
  )
}

function textOf(...lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
