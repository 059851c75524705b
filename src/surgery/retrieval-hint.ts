import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session } from '../model/session.ts'
import { type Settings, settingIn } from '../model/settings.ts'
import type { Workspace } from '../record/workspace.ts'

const SERVER = 'episodic-memory'

/** How the next session is told to look things up: as the user set it, else with a server that is there, else with Stet. */
export async function retrievalHint(workspace: Workspace, { id, facts }: Session, settings: Settings): Promise<string> {
  const set = settingIn(settings, 'context.retrieval_hint')
  if (set !== null) return set
  return (await isConfigured(workspace, facts.cwd ?? workspace.cwd))
    ? `mcp__${SERVER}__search with query: "what you need to find"`
    : `stet search "what you need to find" --session ${id}`
}

/** Whether the client of this folder has that server, by its own settings or a plugin. */
async function isConfigured({ configDirs }: Workspace, cwd: string): Promise<boolean> {
  const claude = configDirs['claude-code']
  const folders = Object.values(configDirs).flatMap((folder) => folder ?? [])
  const files = [
    join(cwd, '.mcp.json'),
    ...(claude === undefined ? [] : [`${claude}.json`, join(claude, '.claude.json')]),
    ...folders.flatMap((folder) => [join(folder, 'settings.json'), join(folder, 'config.toml')]),
  ]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  return texts.some((text) => namesServer(text, cwd))
}

function namesServer(text: string, cwd: string): boolean {
  if (!text.includes(SERVER)) return false
  try {
    const value = JSON.parse(text)
    const plugins = Object.entries(value.enabledPlugins ?? {}).filter(
      ([name, isOn]) => isOn && name.startsWith(`${SERVER}@`),
    )
    return (
      SERVER in (value.mcpServers ?? {}) || SERVER in (value.projects?.[cwd]?.mcpServers ?? {}) || plugins.length > 0
    )
  } catch {
    return new RegExp(`^\\[mcp_servers\\."?${SERVER}"?\\]`, 'm').test(text)
  }
}
