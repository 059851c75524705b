import { Failure } from '../../model/errors.ts'

/** What to add to each client's configuration, and where. */
const CONFIGS: Readonly<Record<string, { readonly where: string; readonly text: string }>> = {
  'claude-code': {
    where: '.mcp.json of the project, or run: claude mcp add stet -- stet mcp',
    text: json({ mcpServers: { stet: { command: 'stet', args: ['mcp'] } } }),
  },
  codex: {
    where: '~/.codex/config.toml',
    text: '[mcp_servers.stet]\ncommand = "stet"\nargs = ["mcp"]',
  },
  gemini: {
    where: '~/.gemini/settings.json',
    text: json({ mcpServers: { stet: { command: 'stet', args: ['mcp'] } } }),
  },
  opencode: {
    where: 'opencode.json',
    text: json({ mcp: { stet: { type: 'local', command: ['stet', 'mcp'] } } }),
  },
}

const CONFIGURABLE = Object.keys(CONFIGS)

export function mcpConfigOf(client: string): {
  readonly client: string
  readonly where: string
  readonly text: string
} {
  const config = CONFIGS[client === 'claude' ? 'claude-code' : client]
  if (config) return { client, ...config }
  throw new Failure('usage', `Stet cannot print a configuration for ${JSON.stringify(client.slice(0, 40))}.`, {
    hint: `It knows ${CONFIGURABLE.join(', ')}; every client that speaks MCP can run \`stet mcp\`.`,
  })
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
