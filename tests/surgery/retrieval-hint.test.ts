import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Session } from '../../src/model/session.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { retrievalHint } from '../../src/surgery/rollover-session.ts'
import { openTestWorkspace } from '../workspace.ts'

const SEED = 'mcp__episodic-memory__search with query: "what you need to find"'

it.each<[string, string, string]>([
  ['the user', '.claude.json', '{"mcpServers":{"episodic-memory":{"command":"em"}}}'],
  ['a plugin', '.claude/settings.json', '{"enabledPlugins":{"episodic-memory@market":true}}'],
  ['the folder', 'project/.mcp.json', '{"mcpServers":{"episodic-memory":{"command":"em"}}}'],
  ['Codex', '.codex/config.toml', '[mcp_servers.episodic-memory]\ncommand = "em"\n'],
  ['Gemini CLI', '.gemini/settings.json', '{"mcpServers":{"episodic-memory":{"command":"em"}}}'],
])(
  'names the search of episodic-memory where that server is configured by %s, and else that of Stet',
  async (_, path, text) => {
    const { home, workspace: opened, close } = await openTestWorkspace()
    const configDirs = {
      'claude-code': join(home, '.claude'),
      codex: join(home, '.codex'),
      'gemini-cli': join(home, '.gemini'),
    }
    const workspace: Workspace = { ...opened, configDirs }
    const session = { id: 's-1', facts: { cwd: join(home, 'project') } } as unknown as Session
    const hint = () => retrievalHint(workspace, session, {})
    try {
      expect(await hint()).toBe('stet search "what you need to find" --session s-1')
      mkdirSync(join(home, path, '..'), { recursive: true })
      writeFileSync(join(home, path), text.replace('episodic-memory', 'another'))
      expect(await hint()).toBe('stet search "what you need to find" --session s-1')
      writeFileSync(join(home, path), text)
      expect(await hint()).toBe(SEED)
      expect(await retrievalHint(workspace, session, { 'context.retrieval_hint': 'ask Dana' })).toBe('ask Dana')
    } finally {
      await close()
    }
  },
)
