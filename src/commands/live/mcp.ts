import { ownWords } from '../../model/passed.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { text } from '../kit/field.ts'
import { object, string } from '../kit/shape.ts'

export const mcp = defineTerminalCommand({
  name: 'mcp',
  topic: 'live',
  summary: 'Offer search and other commands to agents as tools, over MCP',
  about:
    'A client starts it and ends it. Agents can search the record, read sessions, tag rounds and make checkpoints; search and read also work with skills that were written for episodic-memory. Secrets are masked in the answers.',
  stays: true,
  arguments: {},
  options: {
    print_config: text('print the lines to add to the configuration of this client, and end', { label: 'CLIENT' }),
  },
  examples: [
    { command: 'stet mcp --print-config codex', does: 'prints the lines to add for Codex' },
    { command: 'claude mcp add stet -- stet mcp', does: 'lets Claude Code start it' },
  ],
  output: object({ client: string, where: string, text: string }),
  outputNote: 'There is JSON only with --print-config.',
  async run({ input, environment, shells, workspace, signal }) {
    if (input.print_config !== undefined) {
      const value = await shells.mcpConfig(input.print_config)
      return {
        value,
        exact: ownWords,
        text: (screen, shown: typeof value) => `${shown.text}\n${screen.dim(`→ ${shown.where}`)}`,
      }
    }
    const { forRequest } = await import('../../record/workspace.ts')
    const inside = () => environment.inside({ isServer: true })
    await shells.serveMcp(async () => forRequest(await workspace(), { inside }), signal)
    return { stream: nothing() }
  },
})

/** Stdout belongs to the protocol. */
async function* nothing(): AsyncGenerator<never> {}
