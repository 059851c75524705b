import { shortId } from '../../../../model/id.ts'
import { defineCommand, SESSION } from '../../command.ts'
import type { Screen } from '../../screen.ts'

export const findDerived = defineCommand({
  name: 'find-derived',
  group: 'Surgery',
  summary: 'every session that came of a session',
  arguments: { session: SESSION },
  options: {},
  examples: [{ command: 'stet find-derived latest', does: 'all that was cut or went on from it' }],
  json: '{session,sessions:[]}',
  async run({ args, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { allOf, lineage } = await import('../../../../actions/surgery/lineage.ts')
    const opened = await workspace()
    const session = await resolveSession(opened, args.session)
    const sessions = allOf((await lineage(opened, session)).children, 'children')
    return {
      value: { session: session.id, sessions },
      text: () => sessions.join('\n'),
      ...(sessions.length === 0 && {
        failures: (screen: Screen) =>
          `No session came of ${shortId(session.id)}.\n${screen.dim('→')} stet lineage ${shortId(session.id)}`,
        exit: 4,
      }),
    }
  },
})
