import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AskedFor } from '../../src/brief/ask-for-entries.ts'
import type { WhatToWrite } from '../../src/brief/hand-over.ts'
import { codexSetup } from '../../src/clients/codex/setup.ts'
import { buildBundle } from '../cli/box.ts'
import { clientEnv, openBox } from './box.ts'
import { DEFAULT_VERSION, run } from './claude-code.ts'
import { configureCodex, filesBelow, openCodexBox, runCodex, UNASKED } from './codex.ts'
import { geminiEnv, openGeminiBox, runGemini } from './gemini.ts'
import { startGeminiApi } from './gemini-api.ts'
import { ASKED, expectHandedOver, HANDOFFS, handingOver, KEPT, LOOK, NOTES, rollingOver } from './handing-over.ts'
import { findClaude, findCodex, findGemini } from './install.mjs'
import { startMockApi } from './mock-api.ts'
import { startResponsesApi } from './responses-api.ts'
import { runProcess } from './run-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const STET = join(ROOT, 'bin/stet')
const PROGRAM = `${process.execPath} ${STET}`
const timeout = 300_000

interface Place {
  readonly root: string
  readonly home: string
  readonly project: string
  remove(): Promise<void>
}

const closing: (() => unknown)[] = []
beforeAll(buildBundle)
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A box with notes that ask whoever reads them to write entries. */
async function opened<T extends Place>(opening: Promise<T>): Promise<T> {
  const box = await opening
  closing.push(() => box.remove())
  writeFileSync(join(box.project, 'notes.md'), NOTES)
  return box
}

async function stet({ home, project }: Place, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const all = { PATH: process.env.PATH ?? '', HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude'), ...env }
  const ran = await runProcess(process.execPath, [STET, ...args], { cwd: project, env: all, timeoutMs: 120_000 })
  expect(ran.exitCode, ran.stderr + ran.stdout).toBe(0)
  return ran
}

const json = async <T>(place: Place, ...args: readonly string[]) =>
  JSON.parse((await stet(place, [...args, '--json'])).stdout) as T

/** The session that was rolled over to has the entries of the one before. */
async function expectCarriedOver(box: Place): Promise<string> {
  const { sessions } = JSON.parse(readFileSync(join(box.project, 'rolled.json'), 'utf8')) as {
    readonly sessions: readonly { readonly session: string }[]
  }
  const [{ session }] = sessions as [{ session: string }]
  const { current } = await json<WhatToWrite>(box, 'handoff', session)
  expect(current).toHaveLength(KEPT.length)
  for (const text of KEPT) expect(current.join('\n')).toContain(text)
  return session
}

/** What goes to the model has the entries. */
function expectSent(requests: readonly unknown[]): void {
  const sent = JSON.stringify(requests)
  for (const text of KEPT) expect(sent).toContain(JSON.stringify(text).slice(1, -1))
}

describe('an agent that hands over and rolls over', () => {
  it.skipIf(!findClaude(DEFAULT_VERSION))('in Claude Code', { timeout }, async () => {
    const box = await opened(openBox())
    await stet(box, ['setup', 'claude'])
    const bash = (command: string) => ({
      content: [{ type: 'tool_use' as const, name: 'Bash', input: { command, description: 'a step' } }],
    })
    await run(box, ['-p', ASKED], { script: [bash(LOOK), { content: ['It is built.'] }] })
    const [id] = readdirSync(box.store).flatMap((name) => (name.endsWith('.jsonl') ? [name.slice(0, -6)] : []))
    const script = [...handingOver(PROGRAM).map(bash), { content: ['Rolled over.'] }]
    const { requests } = await run(box, ['-p', 'Roll over.', '--resume', id!], { script })
    const results = requests
      .filter(({ kind }) => kind === 'main')
      .flatMap(({ body }) => body.messages ?? [])
      .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
      .filter(({ type }) => type === 'tool_result')
    const byId = new Map(results.map(({ tool_use_id, content }) => [tool_use_id, content]))
    expectHandedOver([...byId.values()].map(String).slice(1))
    const next = await expectCarriedOver(box)
    const resumed = await run(box, ['-p', 'Go on.', '--resume', next], { script: [{ content: ['ok'] }] })
    expectSent(resumed.requests.map(({ body }) => body.messages))
  })

  it.skipIf(!findCodex())('in Codex', { timeout }, async () => {
    const box = await opened(openCodexBox())
    const config = codexSetup.install('', { root: ROOT, node: process.execPath }).split('\n')
    const tool = (cmd: string) => ({ tools: [{ name: 'exec_command', input: { cmd, max_output_tokens: 20_000 } }] })
    const first = [...UNASKED, '--dangerously-bypass-hook-trust', ASKED]
    await runCodex(box, first, { config, script: [tool(LOOK), { text: 'It is built.' }] })
    const script = [...handingOver(PROGRAM).map(tool), { text: 'Rolled over.' }]
    const again = [...UNASKED, '--dangerously-bypass-hook-trust', 'resume', '--last', 'Roll over.']
    const { requests, stderr } = await runCodex(box, again, { config, script })
    const items = requests.at(-1)?.body.input ?? []
    const outputs = items.filter(({ type }) => type === 'function_call_output').map(({ output }) => String(output))
    expect(outputs.length, stderr).toBeGreaterThan(6)
    expectHandedOver(outputs.slice(-7))
    const next = await expectCarriedOver(box)
    const resumed = await runCodex(box, [...UNASKED, 'resume', next, 'Go on.'], { script: [{ text: 'ok' }] })
    expectSent(resumed.requests.map(({ body }) => body.input))
  })

  it.skipIf(!findGemini())('in Gemini CLI', { timeout }, async () => {
    const box = await opened(openGeminiBox())
    await stet(box, ['setup', 'gemini'])
    const tool = (command: string) => ({ tools: [{ name: 'run_shell_command', args: { command } }] })
    await runGemini(box, ['-p', ASKED], { script: [tool(LOOK), { text: 'It is built.' }] })
    const written = HANDOFFS.flatMap((handoff, at) => {
      const args = { file_path: join(box.project, `${at}.json`), content: JSON.stringify(handoff) }
      return [{ tools: [{ name: 'write_file', args }] }, tool(`${PROGRAM} handoff latest --json --file ${at}.json`)]
    })
    const script = [tool(`${PROGRAM} handoff latest`), ...written, tool(rollingOver(PROGRAM)), { text: 'Rolled over.' }]
    const { requests } = await runGemini(box, ['-r', 'latest', '-p', 'Roll over.'], { script })
    const parts = requests.flatMap(({ body }) => body.contents ?? []).flatMap((content) => content.parts)
    const byId = new Map(
      parts.flatMap(({ functionResponse: one }) => (one ? [[one.id ?? one, String(one.response.output)]] : [])),
    )
    expectHandedOver([...byId.values()].filter((text) => /Output: (?:Session|\{)/.test(text)))
    await expectCarriedOver(box)
    const resumed = await runGemini(box, ['-r', 'latest', '-p', 'Go on.'], { script: [{ text: 'ok' }] })
    expectSent(resumed.requests.map(({ body }) => body.contents))
  })
})

const WROTE = {
  entries: [
    {
      id: 'e1',
      kind: 'rule',
      text: 'Never touch `config/billing.yml`.',
      rounds: [1],
      by: 'user',
      quotes: ['r1: Never touch config/billing.yml'],
    },
    { id: 'e2', kind: 'fact', text: 'Redis caches the rows of the importer: Redis 7.', rounds: [1], by: 'you' },
  ],
}
const MENDS = {
  entries: [{ id: 'e2', kind: 'fact', text: 'The importer is in src/importer.ts.', rounds: [1], by: 'you' }],
}
const ANSWERS = [`Here they are:\n${JSON.stringify(WROTE)}`, `\`\`\`json\n${JSON.stringify(MENDS)}\n\`\`\``] as const

/** A folder for PATH with this client in it and nothing else. */
function binOf({ root }: Place, name: string, program: string): string {
  const folder = join(root, 'bin')
  mkdirSync(folder)
  if (program.endsWith('.js')) {
    writeFileSync(join(folder, name), `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`)
    chmodSync(join(folder, name), 0o755)
  } else symlinkSync(program, join(folder, name))
  return `${folder}:${process.env.PATH}`
}

function expectWritten({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }, by: string): void {
  const { accepted, refused, by: writer } = JSON.parse(stdout) as AskedFor
  expect({ accepted, refused, writer }).toEqual({ accepted: ['e1', 'e2'], refused: [], writer: by })
  expect(stderr).toMatch(new RegExp(`^Asks ${by} 2 times at most, about \\d+ tokens\\.`))
}

describe('a model that is asked headless', () => {
  it.skipIf(!findClaude(DEFAULT_VERSION))(
    'is `claude -p`, without tools, and its session is not there',
    { timeout },
    async () => {
      const box = await opened(openBox())
      await run(box, ['-p', ASKED], { script: [{ content: ['It is built.'] }] })
      await stet(box, ['inscribe', '--all'])
      const [{ session }] = await json<[{ session: string }]>(box, 'sessions')
      const mock = await startMockApi(ANSWERS.map((text) => ({ content: [text], side: true })))
      closing.push(mock.close)
      const env = { ...clientEnv(box, mock.url), PATH: binOf(box, 'claude', findClaude(DEFAULT_VERSION)!) }
      expectWritten(await stet(box, ['handoff', session, '--model', '--json'], env), 'claude -p')
      const [first, second] = mock.requests.filter(({ kind }) => kind === 'side')
      expect(JSON.stringify(first?.body)).toContain('- r1 user: Build the importer in src/importer.ts.')
      expect(JSON.stringify(second?.body)).toContain('nothing in the record has \\\\\\"7\\\\\\"')
      expect(
        readdirSync(box.store, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl')),
      ).toHaveLength(1)
      await stet(box, ['inscribe', '--all'])
      expect(await json(box, 'sessions')).toHaveLength(1)
    },
  )

  it.skipIf(!findCodex())('is `codex exec`', { timeout }, async () => {
    const box = await opened(openCodexBox())
    await runCodex(box, [...UNASKED, ASKED], { script: [{ text: 'It is built.' }] })
    await stet(box, ['inscribe', '--all'])
    const [{ session }] = await json<[{ session: string }]>(box, 'sessions')
    const api = await startResponsesApi(ANSWERS.map((text) => ({ text })))
    closing.push(api.close)
    const env = { ...(await configureCodex(box, api.url, {})), PATH: binOf(box, 'codex', findCodex()!) }
    expectWritten(await stet(box, ['handoff', session, '--model', '--json'], env), 'codex exec')
    const asked = api.requests.find(({ body }) => JSON.stringify(body.input ?? '').includes('r1 user:'))
    expect(JSON.stringify(asked?.body.tools ?? [])).not.toMatch(/exec_command|"shell"|unified_exec/)
    expect((await filesBelow(box.sessions)).filter((name) => name.endsWith('.jsonl'))).toHaveLength(1)
  })

  it.skipIf(!findGemini())('is `gemini -p`, whose session is never captured', { timeout }, async () => {
    const box = await opened(openGeminiBox())
    await runGemini(box, ['-p', ASKED], { script: [{ text: 'It is built.' }] })
    await stet(box, ['inscribe', '--all'])
    const [{ session }] = await json<[{ session: string }]>(box, 'sessions')
    const api = await startGeminiApi(ANSWERS.map((text) => ({ text })))
    closing.push(api.close)
    const model = { GEMINI_MODEL: 'gemini-2.5-pro' } // else it asks first which model is to answer
    const env = { ...(await geminiEnv(box, api)), ...model, PATH: binOf(box, 'gemini', findGemini()!) }
    expectWritten(await stet(box, ['handoff', session, '--model', '--json'], env), 'gemini -p')
    await stet(box, ['inscribe', '--all'])
    expect(await json(box, 'sessions')).toHaveLength(1)
  })
})
