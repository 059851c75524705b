import { defineCommand } from '../../command.ts'

export const statusline = defineCommand({
  name: 'statusline',
  group: 'Live',
  summary: "the client's status line: how full the context is",
  about:
    "Reads what the client gives its status line on standard input, prints the percentage with a bar, the level and the session's title, and keeps the percentage for hooks, which are not told it. stet setup installs it.",
  arguments: {},
  options: {},
  examples: [{ command: 'stet statusline < status.json', does: 'prints the line' }],
  json: '{session,percent,level,title}',
  async run({ environment, json }) {
    const { readStatusLine } = await import('../../../hooks/read-status-line.ts')
    const { paintStatus } = await import('../../../hooks/paint-status.ts')
    const { value, text } = await readStatusLine(environment)
    return { value, text: () => (json ? '' : text(environment.mayColor ? paintStatus : (line) => line)) }
  },
})
