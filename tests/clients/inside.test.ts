import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { fileOf, human, says } from '../laws/lines.ts'
import { type Box, DEFAULT_VERSION, openBox, openClaude, run, slugOf } from './claude-code.ts'
import { findClaude } from './install.mjs'
import { type MockApi, type Reply, startMockApi } from './mock-api.ts'
import { runProcess } from './run-process.ts'
import { hasTerminal } from './terminal.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const STET = join(ROOT, 'bin/stet')
const OTHER = '22222222-2222-4222-8222-222222222222'
const timeout = 240_000

const closing: (() => unknown)[] = []
beforeAll(buildBundle)
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const bash = (command: string): Reply => ({
  content: [{ type: 'tool_use', name: 'Bash', input: { command, description: 'a step' } }],
})
const ASK = 'stet pressure latest --json'

/** A home with Stet set up and another session in the same folder, the newest that the record has. */
async function settled(): Promise<Box> {
  const box = await openBox()
  closing.push(box.remove)
  const said = [human('u1', null, 'Another one.'), says('a1', 'u1', 'Yes.')]
  const lines = said.map((line) => ({
    ...line,
    sessionId: OTHER,
    cwd: box.project,
    timestamp: '2099-01-01T00:00:00.000Z',
  }))
  writeFileSync(join(box.store, `${OTHER}.jsonl`), fileOf(...lines))
  await stet(box, 'setup', 'claude')
  await stet(box, 'inscribe', '--all')
  expect(JSON.parse(await stet(box, 'pressure', 'latest', '--json')).session).toBe(OTHER)
  return box
}

async function stet(box: Box, ...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: box.home, CLAUDE_CONFIG_DIR: join(box.home, '.claude') }
  const ran = await runProcess(process.execPath, [STET, ...args], { cwd: box.project, env, timeoutMs: 60_000 })
  expect(ran.exitCode, ran.stderr).toBe(0)
  return ran.stdout
}

/** What tools answered, each once, in order. */
function answers({ requests }: Pick<MockApi, 'requests'>): readonly string[] {
  const results = requests
    .filter(({ kind }) => kind === 'main')
    .flatMap(({ body }) => body.messages ?? [])
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter(({ type }) => type === 'tool_result')
  const byId = new Map(results.map(({ tool_use_id, content }) => [tool_use_id, content]))
  return [...byId.values()].map((content) => (typeof content === 'string' ? content : JSON.stringify(content)))
}

const sessionsOf = (box: Box) =>
  readdirSync(box.store).flatMap((name) =>
    name.endsWith('.jsonl') && !name.startsWith(OTHER) ? [name.slice(0, -6)] : [],
  )

describe.skipIf(!findClaude(DEFAULT_VERSION))('in Claude Code', () => {
  it('latest is the session that asks: the first turn of a new one, a resumed one, a subagent of it', {
    timeout,
  }, async () => {
    const box = await settled()
    const first = await run(box, ['-p', 'one'], { script: [bash(ASK), { content: ['done'] }] })
    const [id] = sessionsOf(box)
    expect(JSON.parse(answers(first)[0]!).session).toBe(id)
    const agent = { description: 'look', prompt: 'SUBTASK', subagent_type: 'general-purpose', run_in_background: false }
    const again = await run(box, ['-p', 'two', '--resume', id!], {
      script: [
        { content: [{ type: 'tool_use', name: 'Agent', input: agent }] },
        { ...bash(`${ASK} > sub.json; stet rounds latest --json`), when: 'SUBTASK' },
        { content: ['done'], repeat: true },
      ],
    })
    const rounds = answers(again).find((text) => text.includes('"round"'))
    expect(JSON.parse(readFileSync(join(box.project, 'sub.json'), 'utf8')).session).toBe(id)
    expect(JSON.parse(rounds!)).toMatchObject([{ user_preview: 'one' }, { user_preview: 'two' }])
  })

  it.skipIf(!hasTerminal)(
    'trim by skill, /resume, a server, a command, a second trim, and /clear, in two windows',
    { timeout },
    async () => {
      const box = await settled()
      const rounds: Reply = { content: [{ type: 'tool_use', name: 'mcp__plugin_stet_stet__rounds', input: {} }] }
      const trim = 'stet trim latest --keep-recent 0 --json'
      const mock = await startMockApi([
        bash('seq 1 3000'),
        { content: ['said one'] },
        { ...bash('stet trim latest --keep-recent 0'), when: 'To free context space' },
        { content: ['said two'] },
        bash('seq 3000 6000'),
        rounds,
        bash(ASK),
        bash(trim),
        { content: ['said three'] },
        bash(ASK),
        rounds,
        { content: ['said four'] },
        bash(ASK),
        { content: ['said five'] },
        rounds,
        bash(ASK),
        { content: ['said six'] },
      ])
      closing.push(mock.close)
      const window = await openClaude(box, mock)
      closing.push(window.close)
      const say = async (line: string, until: string, where = window) => {
        await where.enter(line, (screen) => screen.includes(until))
      }
      await say('one', 'said one')
      const [id] = sessionsOf(box)
      await say('/stet:trim', 'said two')
      const [typed, done] = answers(mock)[1]!.split('\n')
      expect(typed).toMatch(/^\/resume [0-9a-f-]{36}$/)
      expect(done).toContain(`trim  ${id!.slice(0, 8)} → `)
      const cut = typed!.slice('/resume '.length)
      await window.enter(typed!, () => openIn(box).includes(cut))
      await say('three', 'said three')
      expect(answers({ requests: mock.requests.slice(-1) })[0]).toMatch(/inject [0-9a-f-]{36}:1:/)
      const [served, asked, second] = answers(mock).slice(-3)
      expect(served).toContain(' three →')
      expect(JSON.parse(asked!).session).toBe(cut)
      expect(JSON.parse(second!).from).toEqual([cut])
      await window.enter('/clear', () => openIn(box).some((open) => open !== cut))
      const [cleared] = openIn(box)
      await say('four', 'said four')
      expect(JSON.parse(answers(mock).at(-2)!).session).toBe(cleared)
      expect(answers(mock).at(-1)).toContain(' four →')
      const other = await openClaude(box, mock)
      closing.push(other.close)
      await say('five', 'said five', other)
      const [beside] = openIn(box).filter((open) => open !== cleared)
      expect(JSON.parse(answers(mock).at(-1)!).session).toBe(beside)
      await say('six', 'said six')
      expect(JSON.parse(answers(mock).at(-1)!).session).toBe(cleared)
      expect(answers(mock).at(-2)).toContain(' four → said four')
    },
  )
})

describe.skipIf(!findClaude(DEFAULT_VERSION) || !hasTerminal)('at a keyboard of Claude Code', () => {
  it('a session of another folder is not found by /resume, so an operation on it prints the command', {
    timeout,
  }, async () => {
    const box = await settled()
    const folder = join(box.root, 'elsewhere')
    const id = '33333333-3333-4333-8333-333333333333'
    const store = join(box.home, '.claude/projects', slugOf(folder))
    for (const made of [folder, store]) mkdirSync(made)
    const said = [human('u1', null, 'Begin elsewhere.'), says('a1', 'u1', 'Yes.')]
    writeFileSync(join(store, `${id}.jsonl`), fileOf(...said.map((line) => ({ ...line, sessionId: id, cwd: folder }))))
    await stet(box, 'inscribe', '--all')
    const mock = await startMockApi([bash(`stet rollover ${id}`), { content: ['said one'] }])
    closing.push(mock.close)
    const window = await openClaude(box, mock)
    closing.push(window.close)
    await window.enter('one', (screen) => screen.includes('said one'))
    const [printed] = answers(mock)
    expect(printed).toMatch(/^rollover {2}33333333 → /)
    expect(printed).toMatch(/claude --resume [0-9a-f-]{36}\s+in /)
    const [, made] = /--resume ([0-9a-f-]{36})/.exec(printed!)!
    await window.enter(`/resume ${made}`, (screen) => screen.includes(`Session ${made} was not found.`))
  })
})

/** The sessions that clients are at, as their hooks noted. */
function openIn(box: Box): readonly string[] {
  const folder = join(box.home, '.stet/live')
  const states = readdirSync(folder).filter((name) => name.endsWith('.state'))
  const noted = states.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  return noted.flatMap(({ session, ended }) => (session !== undefined && ended === undefined ? [session] : []))
}
