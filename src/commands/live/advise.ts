import { defineCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { list, number, object, orNull, string } from '../kit/shape.ts'
import { definitions } from '../kit/text/table.ts'

export const advise = defineCommand({
  name: 'advise',
  topic: 'live',
  summary: 'Recommend the operation that fits a session now',
  about:
    'Prints the exact command and the reason. Below the first threshold it recommends nothing; above it, a trim where that frees enough, else an index of finished work, a split, a merge or a fresh session. It also says when a session that nobody tagged seems to hold several workstreams.',
  arguments: { session: session({ optional: true, default: 'latest' }) },
  options: {},
  examples: [{ command: 'stet advise', does: 'recommends one for the newest session of this folder' }],
  output: object({
    session: string,
    level: string,
    percent: number,
    action: string,
    command: string,
    why: string,
    split: orNull(object({ workstreams: list(string), command: string, why: string })),
  }),
  offer: { cli: true },
  async run(call) {
    const { pressureOf } = await import('../../live/pressure-of.ts')
    const { splitHint } = await import('../../work/split-hint.ts')
    const workspace = await call.workspace()
    const named = await call.session(call.input.session)
    const { session, level, percent, advice } = await pressureOf(workspace, named)
    const split = await splitHint(workspace, await call.session(session))
    const rows = [advice, ...(split ? [split] : [])].map(({ command, why }): [string, string] => [command, why])
    return { value: { session, level, percent, ...advice, split }, text: (screen) => definitions(rows, screen) }
  },
})
