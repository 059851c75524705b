import { shortId } from '../../model/id.ts'
import { defineCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { boolean, list, number, object, oneOf, orNull, string } from '../kit/shape.ts'
import { count, short } from '../kit/text/format.ts'

const inContext = orNull(object({ round: number, shown: oneOf(['full', 'partial', 'indexed']), tokens: number }))

export const diff = defineCommand({
  name: 'diff',
  topic: 'cut',
  summary: 'Compare the contexts of two sessions, round by round',
  arguments: { a: session(), b: session() },
  options: {},
  examples: [{ command: 'stet diff 40e785a0 7b1c22d9', does: 'lists the rounds in which they differ' }],
  output: object({
    only_a: list(string),
    only_b: list(string),
    changed: list(object({ ref: string, from: string, to: string })),
    same: number,
    tokens_a: number,
    tokens_b: number,
    rounds: list(object({ a: inContext, b: inContext, is_same: boolean })),
  }),
  offer: { cli: true, http: true },
  async run(call) {
    const { diff } = await import('../../surgery/diff.ts')
    const opened = await call.workspace()
    const [a, b] = [await call.session(call.input.a), await call.session(call.input.b)]
    const value = await diff(opened, a, b)
    return {
      value,
      text: (screen, shown: typeof value) =>
        [
          `${screen.cyan(shortId(a.id))} ${short(shown.tokens_a)} tokens   ${screen.cyan(shortId(b.id))} ${short(shown.tokens_b)} tokens   ${count(shown.same, 'round')} the same`,
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
