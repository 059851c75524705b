import { spawnSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { DEFAULT_VERSION, openBox, run } from './claude-code.ts'
import { openCodexBox, runCodex, UNASKED } from './codex.ts'
import { CODEX_VERSION, findClaude, findCodex } from './install.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const BIN = join(ROOT, 'bin/stet')
const FIXTURE = join(ROOT, 'tests/fixtures/claude-code/parallel-tools-2.1.325.jsonl')
const ID = '5e55e001-0000-4000-8000-000000000001'

const isAbsent = !findClaude(DEFAULT_VERSION)
const isCodexAbsent = !findCodex()
if (isCodexAbsent) console.warn(`Codex ${CODEX_VERSION} not installed: \`node tests/clients/install.mjs\``)
if (isAbsent) console.warn(`Claude Code ${DEFAULT_VERSION} not installed: \`node tests/clients/install.mjs\``)

it.skipIf(isAbsent)('Claude Code finds a round by a tool and gets it back whole', { timeout: 300_000 }, async () => {
  const box = await openBox()
  try {
    const env = { STET_HOME: join(box.home, '.stet') }
    cpSync(FIXTURE, join(box.store, `${ID}.jsonl`))
    const all = { ...env, HOME: box.home, PATH: process.env.PATH, CLAUDE_CONFIG_DIR: join(box.home, '.claude') }
    const recorded = spawnSync(process.execPath, [BIN, 'inscribe', '--all'], { env: all, encoding: 'utf8' })
    expect(recorded.status, recorded.stderr).toBe(0)
    const config = join(box.root, 'mcp.json')
    const server = { command: process.execPath, args: [BIN, 'mcp'], env }
    writeFileSync(config, JSON.stringify({ mcpServers: { stet: server } }))

    const { requests, exitCode, stdout, stderr } = await run(
      box,
      ['-p', 'Where did we add gamma?', '--mcp-config', config, '--strict-mcp-config'],
      {
        script: [
          { content: [{ type: 'tool_use', name: 'mcp__stet__search', input: { query: 'where did we add gamma' } }] },
          { content: [{ type: 'tool_use', name: 'mcp__stet__inject', input: { ref: `${ID}:2`, part: 'user' } }] },
          { content: ['There.'] },
        ],
      },
    )

    expect(exitCode, stdout + stderr).toBe(0)
    const results = requests
      .filter(({ kind }) => kind === 'main')
      .flatMap(({ body }) => body.messages ?? [])
      .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => JSON.stringify(content))
    expect(results[0]).toContain(`${ID}:2`)
    expect(results.at(-1)).toContain('Add gamma and show both ends.')
  } finally {
    await box.remove()
  }
})

it.skipIf(isCodexAbsent)('Codex finds a round by a tool and gets it back whole', { timeout: 300_000 }, async () => {
  const box = await openCodexBox()
  try {
    const env = { STET_HOME: join(box.home, '.stet'), HOME: box.home, PATH: process.env.PATH ?? '' }
    const path = join(box.root, `${ID}.jsonl`)
    cpSync(FIXTURE, path)
    const recorded = spawnSync(process.execPath, [BIN, 'inscribe', path], { env, encoding: 'utf8' })
    expect(recorded.status, recorded.stderr).toBe(0)
    const variables = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    const config = [
      '[mcp_servers.stet]',
      `command = ${JSON.stringify(process.execPath)}`,
      `args = ${JSON.stringify([BIN, 'mcp'])}`,
      `env = { ${variables.join(', ')} }`,
      'startup_timeout_sec = 60',
    ]
    const namespace = 'mcp__stet'
    const script = [
      { tools: [{ name: 'search', namespace, input: { query: 'where did we add gamma' } }] },
      { tools: [{ name: 'inject', namespace, input: { ref: `${ID}:2`, part: 'user' } }] },
      { tools: [{ name: 'inject', namespace, input: { round: 2 } }] },
      { text: 'There.' },
    ]

    const { requests, exitCode, stdout, stderr } = await runCodex(box, [...UNASKED, 'Where did we add gamma?'], {
      config,
      script,
      timeoutMs: 200_000,
    })

    expect(exitCode, stdout + stderr).toBe(0)
    const outputs = (requests.at(-1)!.body.input ?? [])
      .filter(({ type }) => type === 'function_call_output')
      .map(({ output }) => JSON.stringify(output))
    expect(outputs[0]).toContain(`${ID}:2`)
    expect(outputs[1]).toContain('Add gamma and show both ends.')
    expect(outputs[2]).toContain('It takes ref, session, part, page.')
  } finally {
    await box.remove()
  }
})
