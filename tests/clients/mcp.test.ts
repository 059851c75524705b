import { spawnSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { DEFAULT_VERSION, openBox, run } from './claude-code.ts'
import { findClaude } from './install.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const BIN = join(ROOT, 'bin/stet')
const FIXTURE = join(ROOT, 'tests/fixtures/claude-code/parallel-tools-2.1.325.jsonl')
const ID = '5e55e001-0000-4000-8000-000000000001'

const isAbsent = !findClaude(DEFAULT_VERSION)
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
