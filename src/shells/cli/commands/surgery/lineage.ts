import type { Relative } from '../../../../actions/surgery/lineage.ts'
import { defineCommand, SESSION } from '../../command.ts'
import type { Screen } from '../../screen.ts'
import { sessionName } from '../../session-names.ts'

export const lineageCommand = defineCommand({
  name: 'lineage',
  group: 'Surgery',
  summary: 'where a session came from, and what came of it',
  arguments: { session: SESSION },
  options: {
    original: { summary: 'only the sessions it all began with' },
    derived: { summary: 'only the last ones that came of it' },
  },
  examples: [{ command: 'stet lineage latest', does: 'of the newest session of this folder' }],
  json: '{session,parents:[{session,kind,at,missing?,parents:[…]}],children:[…]}; with --original or --derived {session,sessions:[]}',
  async run({ args, options, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { endsOf, lineage } = await import('../../../../actions/surgery/lineage.ts')
    const opened = await workspace()
    const session = await resolveSession(opened, args.session)
    const value = await lineage(opened, session)
    if (options.original || options.derived) {
      const side = options.original ? 'parents' : 'children'
      const ends = endsOf(value[side], side)
      const sessions = ends.length === 0 ? [session.id] : ends
      return { value: { session: session.id, sessions }, text: () => sessions.join('\n') }
    }
    return {
      value,
      text: (screen) => {
        const own = screen.bold(sessionName(session.id))
        const above = tree(value.parents, 'parents', screen, '  ↑ ')
        const below = tree(value.children, 'children', screen, '  ↓ ')
        if (above.length + below.length === 0) return `${own} came from no other session, and none came of it.`
        return [...above.toReversed(), own, ...below].join('\n')
      },
    }
  },
})

function tree(
  relatives: readonly Relative[],
  side: 'parents' | 'children',
  screen: Screen,
  indent: string,
): readonly string[] {
  return relatives.flatMap((one) => [
    `${indent}${screen.cyan(sessionName(one.session))} ${one.kind} ${screen.dim(one.at.slice(0, 16))}${one.missing ? screen.red(' not in the record') : ''}`,
    ...tree(one[side] ?? [], side, screen, `  ${indent}`),
  ])
}
