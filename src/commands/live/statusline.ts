import { defineTerminalCommand } from '../kit/command.ts'
import { number, object, orNull, string } from '../kit/shape.ts'

export const statusline = defineTerminalCommand({
  name: 'statusline',
  topic: 'live',
  summary: "Print the client's status line: how full the context is",
  about:
    "`stet setup` installs it. It reads the client's status as JSON from standard input and prints the percentage with a bar, the level and the session's title. It keeps the percentage for hooks, which do not get it from the client. Where Stet made a session instead of a compaction, it prints the line to type in place of the title.",
  arguments: {},
  options: {},
  examples: [{ command: 'stet statusline < status.json', does: 'prints the line' }],
  output: object({
    session: orNull(string),
    percent: orNull(number),
    level: string,
    title: orNull(string),
    resume: orNull(string),
  }),
  async run({ environment, shells }) {
    const { value, text } = await shells.statusLine()
    return { value, text: () => text(environment.mayColor) }
  },
})
