import { defineTerminalCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { list, object, string } from '../kit/shape.ts'

export const findOriginal = defineTerminalCommand({
  name: 'find-original',
  topic: 'cut',
  summary: 'List the original sessions that a session came from',
  hidden: true,
  arguments: { session: session() },
  options: {},
  examples: [{ command: 'stet find-original latest', does: 'lists them; a session that was never cut lists itself' }],
  output: object({ session: string, sessions: list(string) }),
  async run(call) {
    const { endsOf, lineage } = await import('../../surgery/lineage.ts')
    const opened = await call.workspace()
    const session = await call.session(call.input.session)
    const ends = endsOf((await lineage(opened, session)).parents, 'parents')
    const sessions = ends.length === 0 ? [session.id] : ends
    return { value: { session: session.id, sessions }, text: () => sessions.join('\n') }
  },
})
