import { shortId } from '../../model/id.ts'
import type { Lineage, Relative } from '../../surgery/lineage.ts'
import { defineCommand } from '../kit/command.ts'
import { flag } from '../kit/field.ts'
import { session } from '../kit/fields.ts'
import { boolean, list, object, string } from '../kit/shape.ts'
import type { Screen } from '../kit/text/screen.ts'

const RELATIVE = object({ session: string, kind: string, at: string, 'missing?': boolean })

export const lineageOf = defineCommand({
  name: 'lineage',
  topic: 'cut',
  summary: 'Show the sessions that a session came from, and those made from it',
  arguments: { session: session() },
  options: {
    original: flag('only the sessions at the start of the family', { only: ['cli'] }),
    derived: flag('only the sessions at the end of the family', { only: ['cli'] }),
    tree: flag('the whole family, from the first sessions down', { only: ['cli'] }),
  },
  examples: [
    { command: 'stet lineage latest', does: 'shows those of the newest session of this folder' },
    { command: 'stet lineage latest --tree', does: 'shows every session of the same family' },
  ],
  output: object({ session: string, parents: list(RELATIVE), children: list(RELATIVE) }),
  outputNote: 'Relatives have their own parents or children; with --original or --derived it is {session,sessions:[]}.',
  offer: { cli: true, http: true },
  async run(call) {
    const { endsOf, family, lineage } = await import('../../surgery/lineage.ts')
    const { original, derived, tree: isTree } = call.input
    const opened = await call.workspace()
    const session = await call.session(call.input.session)
    const value = await lineage(opened, session)
    if (original || derived) {
      const side = original ? 'parents' : 'children'
      const ends = endsOf(value[side], side)
      const sessions = ends.length === 0 ? [session.id] : ends
      return { value: { session: session.id, sessions }, text: () => sessions.join('\n') }
    }
    if (isTree) {
      const trees = await family(opened, session)
      const isOwn = (id: string) => id === session.id
      return { value, text: (screen) => trees.map((one) => familyText(one, isOwn, screen)).join('\n') }
    }
    return {
      value,
      text: (screen, shown: typeof value) => {
        const own = screen.bold(shortId(session.id))
        const above = tree(shown.parents, 'parents', screen, '  ↑ ')
        const below = tree(shown.children, 'children', screen, '  ↓ ')
        if (above.length + below.length === 0)
          return `${own} was not made from another session, and no session was made from it.`
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
