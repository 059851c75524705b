import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { saidTranscript } from '../brief/said-transcript.ts'
import { buildBundle } from '../cli/box.ts'
import { clientEnv, openBox } from './box.ts'
import { filesBelow, openCodexBox } from './codex.ts'
import { CLAUDE_VERSIONS, findClaude, findCodex } from './install.mjs'
import { startMockApi } from './mock-api.ts'
import { startResponsesApi } from './responses-api.ts'
import { runProcess } from './run-process.ts'

const STET = resolve(import.meta.dirname, '../../bin/stet')
const [NEW] = CLAUDE_VERSIONS as [string]
const ID = '7e57d000-0000-4000-8000-00000000000c'
const TALK = saidTranscript(ID, [
  ['user', 'Build a parser for the ledger. Do not touch config/billing.yml.'],
  ['assistant', 'We go with Kestrel instead of Marlin because Marlin needs a daemon.'],
])

beforeAll(buildBundle)

function stetIn(cwd: string, env: Readonly<Record<string, string>>) {
  return async (...args: readonly string[]) => {
    const ended = await runProcess(process.execPath, [STET, ...args], { cwd, env, timeoutMs: 120_000 })
    expect({ args, exitCode: ended.exitCode, stderr: ended.stderr }).toMatchObject({ exitCode: 0 })
    return ended.stdout
  }
}

describe.skipIf(!findClaude(NEW))('with `claude -p` as the command', () => {
  it('captures neither its session nor those of its subagents, by hooks or by looking for files', {
    timeout: 240_000,
  }, async () => {
    const box = await openBox()
    const agent = {
      type: 'tool_use',
      name: 'Agent',
      input: { description: 'look', prompt: 'Look at it.', subagent_type: 'general-purpose' },
    } as const
    const mock = await startMockApi([
      { content: [agent], when: 'as the subject of a git commit' },
      { content: ['Nothing here.'], when: 'Look at it.' },
      { content: ['Build the ledger parser with Kestrel'] },
    ])
    try {
      const stet = stetIn(box.project, clientEnv(box, mock.url))
      writeFileSync(join(box.store, `${ID}.jsonl`), TALK)
      mkdirSync(join(box.home, '.stet'), { mode: 0o700 })
      await stet('setup', 'claude')
      await stet('inscribe', '--all')
      await stet('config', 'set', 'summarizer.kind', 'command')
      await stet('config', 'set', 'summarizer.command', `${findClaude(NEW)} -p --dangerously-skip-permissions`)
      expect(JSON.parse(await stet('ctx', 'summarize', ID, '--model', '--json'))).toMatchObject({
        summarized: [{ summary: 'Build the ledger parser with Kestrel', by: 'the summarizer command' }],
      })
      const files = readdirSync(box.store, { recursive: true, encoding: 'utf8' }).filter((one) =>
        one.endsWith('.jsonl'),
      )
      expect(files.filter((one) => !one.includes('subagents'))).toHaveLength(2)
      expect(files.filter((one) => one.includes('subagents'))).toHaveLength(1)
      await stet('inscribe', '--all')
      const known = JSON.parse(await stet('sessions', '--json')) as { readonly session: string }[]
      expect(known.map(({ session }) => session)).toEqual([ID])
      expect(existsSync(join(box.home, '.stet/live'))).toBe(false)
    } finally {
      await mock.close()
      await box.remove()
    }
  })
})

describe.skipIf(!findCodex())('with `codex exec` as the command', () => {
  it('captures none of its sessions, however much the client writes before what it was asked', {
    timeout: 240_000,
  }, async () => {
    const box = await openCodexBox()
    const api = await startResponsesApi([{ text: 'Build the ledger parser with Kestrel' }])
    try {
      const env = { PATH: process.env.PATH ?? '', HOME: box.home, OPENAI_API_KEY: 'sk-test', NO_PROXY: '127.0.0.1' }
      const stet = stetIn(box.project, env)
      writeFileSync(join(box.project, 'AGENTS.md'), 'Write short lines. '.repeat(1600))
      writeFileSync(
        join(box.home, '.codex/config.toml'),
        `model = "mock-model"\nmodel_provider = "mock"\ncheck_for_update_on_startup = false\n[model_providers.mock]\nname = "mock"\nbase_url = "${api.url}"\nenv_key = "OPENAI_API_KEY"\nwire_api = "responses"\nsupports_websockets = false\n`,
      )
      const talk = join(box.home, '.claude/projects/-w', `${ID}.jsonl`)
      mkdirSync(join(talk, '..'), { recursive: true })
      writeFileSync(talk, TALK)
      await stet('inscribe', '--all')
      await stet('config', 'set', 'summarizer.kind', 'command')
      await stet('config', 'set', 'summarizer.command', `${findCodex()} exec --skip-git-repo-check -`)
      const made = JSON.parse(await stet('ctx', 'summarize', ID, '--model', '--json'))
      expect(made).toMatchObject({ summarized: [{ summary: 'Build the ledger parser with Kestrel' }] })
      const files = (await filesBelow(box.sessions)).filter((one) => one.endsWith('.jsonl'))
      expect(files).toHaveLength(1)
      expect(readFileSync(files[0]!, 'utf8').indexOf('"[stet-summarizer')).toBeGreaterThan(64 << 10)
      await stet('inscribe', '--all')
      const known = JSON.parse(await stet('sessions', '--json')) as { readonly session: string }[]
      expect(known.map(({ session }) => session)).toEqual([ID])
    } finally {
      await api.close()
      await box.remove()
    }
  })
})
