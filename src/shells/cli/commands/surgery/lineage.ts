import type { Lineage, Relative } from '../../../../actions/surgery/lineage.ts'
import { shortId } from '../../../../model/id.ts'
import { defineCommand, SESSION } from '../../command.ts'
import type { Screen } from '../../screen.ts'

export const lineageCommand = defineCommand({
  name: 'lineage',
  group: 'Surgery',
  summary: 'where a session came from, and what came of it',
  arguments: { session: SESSION },
  options: {
    original: { summary: 'only the sessions it all began with' },
    derived: { summary: 'only the last ones that came of it' },
    tree: { summary: 'from the sessions it all began with down to all that came of them' },
  },
  examples: [
    { command: 'stet lineage latest', does: 'of the newest session of this folder' },
    { command: 'stet lineage latest --tree', does: 'with everything else that came of the same sessions' },
  ],
  json: '{session,parents:[{session,kind,at,missing?,parents:[…]}],children:[…]}; with --original or --derived {session,sessions:[]}',
  async run({ args, options, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { endsOf, family, lineage } = await import('../../../../actions/surgery/lineage.ts')
    const opened = await workspace()
    const session = await resolveSession(opened, args.session)
    const value = await lineage(opened, session)
    if (options.original || options.derived) {
      const side = options.original ? 'parents' : 'children'
      const ends = endsOf(value[side], side)
      const sessions = ends.length === 0 ? [session.id] : ends
      return { value: { session: session.id, sessions }, text: () => sessions.join('\n') }
    }
    if (options.tree) {
      const trees = await family(opened, session)
      const isOwn = (id: string) => id === session.id
      return { value, text: (screen) => trees.map((one) => familyText(one, isOwn, screen)).join('\n') }
    }
    return {
      value,
      text: (screen) => {
        const own = screen.bold(shortId(session.id))
        const above = tree(value.parents, 'parents', screen, '  ↑ ')
        const below = tree(value.children, 'children', screen, '  ↓ ')
        if (above.length + below.length === 0) return `${own} came from no other session, and none came of it.`
        return [...above.toReversed(), own, ...below].join('\n')
      },
    }
  },
})

function familyText({ session, children }: Lineage, isOwn: (id: string) => boolean, screen: Screen): string {
  const named = (id: string) => (isOwn(id) ? screen.bold(`${shortId(id)} ←`) : screen.cyan(shortId(id)))
  const below = (relatives: readonly Relative[], indent: string): readonly string[] =>
    relatives.flatMap((one, at) => {
      const isLast = at === relatives.length - 1
      return [
        `${indent}${isLast ? '└─' : '├─'} ${named(one.session)} ${about(one, screen)}`,
        ...below(one.children ?? [], `${indent}${isLast ? '   ' : '│  '}`),
      ]
    })
  return [named(session), ...below(children, '')].join('\n')
}

function about({ kind, at, missing }: Relative, screen: Screen): string {
  return `${kind} ${screen.dim(at.slice(0, 16))}${missing ? screen.red(' not in the record') : ''}`
}

function tree(
  relatives: readonly Relative[],
  side: 'parents' | 'children',
  screen: Screen,
  indent: string,
): readonly string[] {
  return relatives.flatMap((one) => [
    `${indent}${screen.cyan(shortId(one.session))} ${about(one, screen)}`,
    ...tree(one[side] ?? [], side, screen, `  ${indent}`),
  ])
}
