import { defineCommand } from '../command.ts'
import { version } from '../version.ts'

export const mcp = defineCommand({
  name: 'mcp',
  group: 'Inspect',
  summary: 'search, inject and more as tools for agents, over MCP',
  about:
    'A client starts it and ends it. Its tools are search, inject, read, rounds, sessions, status, tag and checkpoint; search and read also take what skills written for episodic-memory ask for. Secrets are masked in what it answers.',
  stays: true,
  arguments: {},
  options: {
    'print-config': { summary: 'print what to add to the configuration of a client, and end', value: 'CLIENT' },
  },
  examples: [
    { command: 'stet mcp --print-config codex', does: 'shows what to add to Codex' },
    { command: 'claude mcp add stet -- stet mcp', does: 'lets Claude Code start it' },
  ],
  json: '{client,where,text} with --print-config',
  async run({ options, workspace, signal }) {
    const client = options['print-config']
    if (client !== undefined) {
      const { mcpConfigOf } = await import('../../mcp/print-config.ts')
      const value = mcpConfigOf(client)
      return { value, text: (screen) => `${value.text}\n${screen.dim(`→ ${value.where}`)}` }
    }
    const { serveMcp } = await import('../../mcp/serve-mcp.ts')
    await serveMcp(() => workspace(), { version: version(), signal })
    return { stream: nothing() }
  },
})

/** Stdout belongs to the protocol. */
async function* nothing(): AsyncGenerator<Uint8Array> {}
