import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codexSetup } from '../../src/clients/codex/setup.ts'
import { buildBundle } from '../cli/box.ts'
import { clientEnv } from './box.ts'
import { type Box, DEFAULT_VERSION, openBox, type RunOptions, run } from './claude-code.ts'
import { type CodexBox, configureCodex, openCodexBox, runCodex, UNASKED } from './codex.ts'
import { findClaude, findCodex } from './install.mjs'
import { longSession } from './long-session.ts'
import { type RecordedRequest, type Reply, startMockApi } from './mock-api.ts'
import { startResponsesApi } from './responses-api.ts'
import { runProcess } from './run-process.ts'
import { hasTerminal, openTerminal } from './terminal.ts'

const STET = resolve(import.meta.dirname, '../../bin/stet')
const ID = '22222222-2222-4222-8222-222222222222'
const COMPACTION = 'Your task is to create a detailed summary'
const timeout = 240_000

beforeAll(buildBundle)

async function stet(home: string, cwd: string, ...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: home }
  const { stdout, stderr, exitCode } = await runProcess(process.execPath, [STET, ...args], {
    cwd,
    env,
    timeoutMs: 120_000,
  })
  expect({ args, exitCode, stderr }).toEqual({ args, exitCode: 0, stderr: '' })
  return stdout
}

describe.skipIf(!findClaude(DEFAULT_VERSION))('in Claude Code', () => {
  let box: Box
  beforeEach(async () => {
    box = await openBox()
    mkdirSync(join(box.home, '.claude'), { recursive: true })
    await stet(box.home, box.project, 'setup', 'claude', '--compaction', 'replace')
  })
  afterEach(() => box.remove())

  const plant = (model: string, rounds: number) =>
    writeFileSync(join(box.store, `${ID}.jsonl`), longSession(ID, box.project, { model, rounds }))
  const bash = (command: string, tokens: number): Reply => ({
    content: [{ type: 'tool_use', name: 'Bash', input: { command, description: 'a step' } }],
    usage: { cache_creation_input_tokens: 0, cache_read_input_tokens: tokens },
  })
  const asked = (requests: readonly RecordedRequest[]) =>
    requests.filter(({ kind }) => kind === 'main').map(({ body }) => JSON.stringify(body.messages))
  /** The session that was made, and how large it is. */
  const made = async () => {
    const sessions = JSON.parse(await stet(box.home, box.project, 'sessions', '--json')) as readonly {
      readonly session: string
      readonly parents: readonly string[]
    }[]
    return sessions.filter(({ parents }) => parents.includes(ID)).map(({ session }) => session)
  }

  it.each([
    { window: 1_000_000, model: 'claude-opus-5-5', rounds: 90, full: 968_000, more: [] },
    { window: 200_000, model: 'claude-haiku-4-5', rounds: 14, full: 168_000, more: ['--autocompact', '150k'] },
  ])(
    'a window of $window: the compaction is stopped, the agent is asked to end its turn, the cut goes on',
    {
      timeout,
    },
    async ({ window, model, rounds, full, more }) => {
      plant(model, rounds)
      const options = (script: RunOptions['script']) => ({ script: script!, timeoutMs: 120_000 })
      const args = ['-p', 'go on', '--resume', ID, '--model', model, ...more]
      const done = { content: ['done'], usage: { cache_creation_input_tokens: 0, cache_read_input_tokens: full + 900 } }
      const ran = await run(box, args, options([bash('echo one', full), bash('echo two', full + 300), done]))
      const requests = asked(ran.requests)
      expect(requests).toHaveLength(3)
      expect(requests.join()).not.toContain(COMPACTION)
      const [cut, ...others] = await made()
      expect(others).toEqual([])
      expect(requests[1]).not.toContain('end your turn')
      expect(requests[2]).toMatch(new RegExp(`end your turn.+/resume ${cut}`))
      const next = await run(box, ['-p', 'and on', '--resume', cut!, '--model', model], options([{ content: ['ok'] }]))
      const [first] = asked(next.requests)
      for (const text of ['Read part 3.', 'Part 3 is read.', 'echo one', 'stet inject']) expect(first).toContain(text)
      expect(first!.length).toBeLessThan(requests[0]!.length * 0.75)
      const { tokens } = JSON.parse(await stet(box.home, box.project, 'pressure', cut!, '--json'))
      expect(tokens).toBeLessThan(window / 2)
    },
  )

  it('what does not fit any more is compacted, guarded, and the way back is offered', { timeout }, async () => {
    plant('claude-opus-5-5', 3)
    const summary = { content: ['<summary>We read parts.</summary>'] }
    const script = [bash('echo one', 978_000), summary, bash('echo two', 50_000), { content: ['done'] }]
    const ran = await run(box, ['-p', 'Never touch part 9!', '--resume', ID], { script, timeoutMs: 120_000 })
    const [, compaction, , last] = asked(ran.requests)
    expect(compaction).toContain(COMPACTION)
    expect(compaction).toContain('The summary must keep these facts')
    expect(last).toContain(`stet revive ${ID} --before-compaction`)
    expect(await made()).toEqual([])
  })

  it.skipIf(!hasTerminal)('a person sees it, types the line, and goes on in the cut', { timeout }, async () => {
    plant('claude-haiku-4-5', 14)
    const config = (name: string) => join(box.home, '.claude', name)
    const settings = JSON.parse(readFileSync(config('settings.json'), 'utf8'))
    writeFileSync(config('settings.json'), JSON.stringify({ ...settings, skipDangerousModePermissionPrompt: true }))
    const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true }
    const state = {
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: ['sk-ant-test-000'], rejected: [] },
      bypassPermissionsModeAccepted: true,
      projects: { [box.project]: trusted },
    }
    writeFileSync(config('.claude.json'), JSON.stringify(state))
    const api = await startMockApi([
      bash('echo one', 168_000),
      { content: ['It is made.'], usage: { cache_creation_input_tokens: 0, cache_read_input_tokens: 168_300 } },
      { content: ['Here.'] },
    ])
    const args = ['--dangerously-skip-permissions', '--resume', ID, '--model', 'claude-haiku-4-5']
    const terminal = openTerminal([findClaude(DEFAULT_VERSION)!, ...args, '--autocompact', '150k'], {
      cwd: box.project,
      env: clientEnv(box, api.url),
    })
    try {
      const main = () => asked(api.requests)
      await terminal.until(() => terminal.screen().includes('bypass permissions on'))
      await terminal.enter('go on', () => /Stop says: Stet stopped the compaction.+\/resume/s.test(terminal.screen()))
      const [cut] = await made()
      await terminal.until(() => terminal.screen().includes(`· /resume ${cut}`)) // the status line
      await terminal.enter(`/resume ${cut}`, () => / of Read part/.test(terminal.screen()))
      await terminal.enter('and on', () => main().length === 3)
      expect(main()[2]).toContain('of 22222222. Last commit')
      expect(main()[2]!.length).toBeLessThan(main()[0]!.length * 0.75)
    } finally {
      terminal.close()
      await api.close()
    }
  })
})

describe.skipIf(!findCodex())('in Codex', () => {
  const TRUSTED = '--dangerously-bypass-hook-trust'
  const hooks = codexSetup.install('', { root: resolve(STET, '../..'), node: process.execPath }).split('\n')
  const seq = (input: number) => ({
    tools: [{ name: 'exec_command', input: { cmd: 'seq 1 9000' } }],
    input,
    output: 1,
  })
  let box: CodexBox
  beforeEach(async () => {
    box = await openCodexBox()
    await stet(box.home, box.project, 'config', 'set', 'context.compaction', 'replace')
  })
  afterEach(() => box.remove())

  it('a turn that a program began is compacted', { timeout }, async () => {
    const script = [seq(5000), seq(185_000), { text: 'Summary.', input: 1000 }, { text: 'done', input: 6000 }]
    const ran = await runCodex(box, [...UNASKED, TRUSTED, 'begin'], { config: hooks, script, timeoutMs: 90_000 })
    expect({ exitCode: ran.exitCode, said: ran.stdout.trim() }).toEqual({ exitCode: 0, said: 'done' })
    expect(JSON.stringify(ran.requests.map(({ body }) => body.input))).toContain('CONTEXT CHECKPOINT COMPACTION')
  })

  it.skipIf(!hasTerminal)('a person is shown the line, once, and goes on in the cut', { timeout }, async () => {
    const api = await startResponsesApi([
      seq(5000),
      seq(185_000),
      { text: 'Summary.', input: 1000 },
      { text: 'Compacted.', input: 6000 },
    ])
    const config = [
      'approval_policy = "never"',
      'sandbox_mode = "danger-full-access"',
      ...hooks,
      `[projects.${JSON.stringify(box.project)}]`,
      'trust_level = "trusted"',
    ]
    const env = await configureCodex(box, api.url, { config })
    const terminal = openTerminal([findCodex()!, TRUSTED], { cwd: box.project, env })
    const asked = () =>
      api.requests.map(({ body }) => JSON.stringify(body.input ?? '')).filter((text) => !text.includes('task title'))
    try {
      await terminal.until(() => terminal.screen().includes('Ask Codex'))
      await terminal.enter('begin', () =>
        /Hook stopped.+Stet stopped the compaction.+\/resume [0-9a-f-]{36}/s.test(terminal.screen()),
      )
      const [, cut] = /\/resume ([0-9a-f-]{36})/.exec(terminal.screen())!
      await terminal.enter('still here', () => asked().length === 4)
      expect(asked()[2]).toContain('CONTEXT CHECKPOINT COMPACTION')
      expect(asked()[3]).toContain('--before-compaction')
      await terminal.until(() => terminal.screen().includes('Compacted.'))
      await terminal.enter(`/resume ${cut}`, () => !terminal.screen().includes('Compacted.'))
      await terminal.enter('and on', () => asked().length === 5)
      expect(asked()[4]).toContain('This session was made by')
      expect(asked()[4]).not.toContain('Compacted.')
    } finally {
      terminal.close()
      await api.close()
    }
  })
})
