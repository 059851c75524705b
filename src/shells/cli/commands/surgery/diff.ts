import { shortId } from '../../../../model/id.ts'
import { defineCommand, SESSION } from '../../command.ts'
import { count, short } from '../../format.ts'

export const diffCommand = defineCommand({
  name: 'diff',
  group: 'Surgery',
  summary: 'the contexts of two sessions, round by round',
  arguments: { a: SESSION, b: SESSION },
  options: {},
  examples: [{ command: 'stet diff 40e785a0 7b1c22d9', does: 'what one shows that the other does not' }],
  json: '{only_a:[ref],only_b:[ref],changed:[{ref,from,to}],same,tokens_a,tokens_b}',
  async run({ args, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { diff } = await import('../../../../actions/surgery/diff.ts')
    const opened = await workspace()
    const [a, b] = [await resolveSession(opened, args.a), await resolveSession(opened, args.b)]
    const value = await diff(opened, a, b)
    return {
      value,
      text: (screen) =>
        [
          `${screen.cyan(shortId(a.id))} ${short(value.tokens_a)} tokens   ${screen.cyan(shortId(b.id))} ${short(value.tokens_b)} tokens   ${count(value.same, 'round')} the same`,
          ...value.only_a.map((ref) => screen.red(`- ${named(ref)}`)),
          ...value.only_b.map((ref) => screen.green(`+ ${named(ref)}`)),
          ...value.changed.map(({ ref, from, to }) => screen.yellow(`~ ${named(ref)}  ${from} → ${to}`)),
        ].join('\n'),
    }
  },
})

function named(ref: string): string {
  const at = ref.lastIndexOf(':')
  return `${shortId(ref.slice(0, at))}:${ref.slice(at + 1)}`
}
