import { readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { codexSetup } from '../../src/clients/codex/setup.ts'
import { buildBundle } from '../cli/box.ts'
import { fileOf, human, says } from '../laws/lines.ts'
import { openCodex, openCodexBox, runCodex, UNASKED } from './codex.ts'
import { openGemini, openGeminiBox, runGemini } from './gemini.ts'
import { startGeminiApi } from './gemini-api.ts'
import { findCodex, findGemini } from './install.mjs'
import { startResponsesApi } from './responses-api.ts'
import { runProcess } from './run-process.ts'
import { hasTerminal, type Terminal } from './terminal.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const STET = `${process.execPath} ${ROOT}/bin/stet`
const HOOKS = codexSetup.install('', { root: ROOT, node: process.execPath }).split('\n')
const ASK = `${STET} pressure latest --json`
const OTHER = '22222222-2222-4222-8222-222222222222'
const timeout = 240_000

const closing: (() => unknown)[] = []
beforeAll(buildBundle)
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Place {
  readonly root: string
  readonly home: string
  readonly project: string
  remove(): Promise<void>
}

async function stet({ home, project }: Place, ...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: home }
  const program = [join(ROOT, 'bin/stet'), ...args]
  const ran = await runProcess(process.execPath, program, { cwd: project, env, timeoutMs: 60_000 })
  expect(ran.exitCode, ran.stderr).toBe(0)
  return ran.stdout
}

/** A box with another session in the same folder, the newest that the record has. */
async function beside<T extends Place>(box: T): Promise<T> {
  closing.push(() => box.remove())
  const said = [human('u1', null, 'Another one.'), says('a1', 'u1', 'Yes.')]
  const facts = { sessionId: OTHER, cwd: box.project, timestamp: '2099-01-01T00:00:00.000Z' }
  const path = join(box.root, `${OTHER}.jsonl`)
  writeFileSync(path, fileOf(...said.map((line) => ({ ...line, ...facts }))))
  await stet(box, 'inscribe', path)
  return box
}

/** Types a line and waits for the answer to it. */
async function say(window: Terminal, line: string, answer: string): Promise<void> {
  await window.enter(line, (screen) => screen.includes(answer))
}

/** The last output of a tool that a request to the model has, whatever the client puts around it. */
const last = (texts: readonly string[], pattern: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found)).at(-1)

const ASKED = /\\"session\\":\s*\\"([^\\]+)/g

describe.skipIf(!findCodex())('in Codex', () => {
  const run = (cmd: string) => ({ tools: [{ name: 'exec_command', input: { cmd } }] })
  const rounds = { tools: [{ name: 'rounds', namespace: 'mcp__stet', input: {} }] }
  const sessionsIn = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap(
      (path) => /([0-9a-f-]{36})\.jsonl$/.exec(path)?.[1] ?? [],
    )

  it.each([
    ['hooks that are trusted', HOOKS, ['--dangerously-bypass-hook-trust'], / one →/],
    ['hooks that are not', HOOKS, [], /cannot know in which session/],
  ])(
    'latest is the session that asks, with %s; a server knows it by hooks alone',
    { timeout },
    async (_, config, more, served) => {
      const box = await beside(await openCodexBox())
      const script = [run(ASK), rounds, { text: 'done' }]
      const ran = await runCodex(box, [...UNASKED, ...more, 'one'], { config, script })
      expect(ran.exitCode).toBe(0)
      const texts = ran.requests.map(({ body }) => JSON.stringify(body.input ?? []))
      expect(last(texts, ASKED)).toBe(sessionsIn(box.sessions)[0])
      expect(texts.at(-1)).toMatch(served)
    },
  )

  it.skipIf(!hasTerminal)('the session is known after /new and /resume', { timeout }, async () => {
    const box = await beside(await openCodexBox())
    const turns = ['one', 'two', 'three'].flatMap((word) => [run(ASK), rounds, { text: `said ${word}` }])
    const api = await startResponsesApi(turns)
    closing.push(api.close)
    const texts = () =>
      api.requests.flatMap(({ body }) => (body.text === undefined ? [JSON.stringify(body.input ?? [])] : []))
    const window = await openCodex(box, api, HOOKS)
    closing.push(window.close)
    const turn = (
      word: string, // in which it takes no command
    ) => window.enter(word, (screen) => new RegExp(`said ${word}.+Worked for`, 's').test(screen))
    await turn('one')
    const [first] = sessionsIn(box.sessions)
    expect(last(texts(), ASKED)).toBe(first)
    expect(texts().at(-1)).toContain(' one →')
    await window.enter('/new', (screen) => !screen.includes('said one'))
    await turn('two')
    const second = sessionsIn(box.sessions).find((id) => id !== first)
    expect(last(texts(), ASKED)).toBe(second)
    expect(texts().at(-1)).toContain(' two →')
    await window.enter(`/resume ${first}`, (screen) => screen.includes('said one') && !screen.includes('said two'))
    await turn('three')
    expect(last(texts(), ASKED)).toBe(first)
    expect(texts().at(-1)).toContain(' three →')
  })
})

describe.skipIf(!findGemini())('in Gemini CLI', () => {
  const run = (command: string) => ({ tools: [{ name: 'run_shell_command', args: { command } }] })
  const rounds = { tools: [{ name: 'mcp_stet_rounds', args: {} }] }

  it('without hooks it is not known which session asks: candidates are named, and nothing is cut', {
    timeout,
  }, async () => {
    const box = await beside(await openGeminiBox())
    const script = [run(`${STET} trim latest; echo status $?`), { text: 'done' }]
    const { requests } = await runGemini(box, ['-p', 'one'], { script })
    const text = JSON.stringify(requests.at(-1)!.body)
    expect(text).toContain('An agent in gemini-cli runs this command, but Stet cannot know in which session.')
    expect(text).toContain('status 3')
    expect(JSON.parse(await stet(box, 'operations', '--json'))).toEqual([])
  })

  it.skipIf(!hasTerminal)(
    'with them, latest is the session that asks, also after /clear and /resume, which runs no hook',
    { timeout },
    async () => {
      const box = await beside(await openGeminiBox())
      await stet(box, 'setup', 'gemini')
      const turns = ['one', 'two', 'three'].flatMap((word) => [run(ASK), rounds, { text: `said ${word}` }])
      const api = await startGeminiApi(turns)
      closing.push(api.close)
      const texts = () => api.requests.map(({ body }) => JSON.stringify(body.contents ?? []))
      const window = await openGemini(box, api)
      closing.push(window.close)
      await say(window, 'one', 'said one')
      const first = last(texts(), ASKED)
      expect(first, texts().at(-1)).toBeDefined()
      expect(first, texts().at(-1)).toBeDefined()
      expect(first).not.toBe(OTHER)
      expect(texts().at(-1)).toContain(' one →')
      await window.enter('/clear', (screen) => !screen.includes('said one'))
      await say(window, 'two', 'said two')
      expect([OTHER, first]).not.toContain(last(texts(), ASKED))
      expect(texts().at(-1)).toContain(' two →')
      await window.enter('/resume', (screen) => screen.includes('Chat Sessions (2 total)'))
      window.press('Down')
      await window.until((screen) => screen.includes('❯ #2'))
      window.press('Enter')
      await window.until((screen) => screen.includes('said one'))
      await say(window, 'three', 'said three')
      expect(last(texts(), ASKED)).toBe(first)
      expect(texts().at(-1)).toContain(' three →')
    },
  )
})
