import { defineCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { boolean, list, number, object, oneOf, orNull, string } from '../kit/shape.ts'

export const growth = defineCommand({
  name: 'growth',
  topic: 'find',
  summary: 'List how many tokens each request of a session sent',
  arguments: { session: session() },
  options: {},
  examples: [],
  output: object({
    session: string,
    window: number,
    limits: list(number),
    is_recorded: boolean,
    points: list(
      object({ round: number, at: orNull(string), tokens: number, 'drop?': oneOf(['compaction', 'other']) }),
    ),
  }),
  offer: { http: true },
  async run(call) {
    const { contextGrowth } = await import('../../read/context-growth.ts')
    const workspace = await call.workspace()
    const value = await contextGrowth(workspace, await call.session(call.input.session))
    return { value, text: () => '' }
  },
})
