import { shortId } from '../../model/id.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { list, object, string } from '../kit/shape.ts'
import type { Screen } from '../kit/text/screen.ts'

export const findDerived = defineTerminalCommand({
  name: 'find-derived',
  topic: 'cut',
  summary: 'List every session that was made from a session',
  hidden: true,
  arguments: { session: session() },
  options: {},
  examples: [{ command: 'stet find-derived latest', does: 'lists all that was cut or continued from it' }],
  output: object({ session: string, sessions: list(string) }),
  async run(call) {
    const { allOf, lineage } = await import('../../surgery/lineage.ts')
    const opened = await call.workspace()
    const session = await call.session(call.input.session)
    const sessions = allOf((await lineage(opened, session)).children, 'children')
    return {
      value: { session: session.id, sessions },
      text: () => sessions.join('\n'),
      ...(sessions.length === 0 && {
        failures: (screen: Screen) =>
          `No session was made from ${shortId(session.id)}.\n${screen.dim('→')} stet lineage ${shortId(session.id)}`,
        exit: 4,
      }),
    }
  },
})
