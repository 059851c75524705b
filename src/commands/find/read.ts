import { defineCommand } from '../kit/command.ts'
import { range, session } from '../kit/fields.ts'
import { list, number, object, string } from '../kit/shape.ts'
import { BLOCK } from '../kit/shapes.ts'

export const read = defineCommand({
  name: 'read',
  topic: 'find',
  summary: 'Give rounds with their blocks, and what each tool call did and how it ended',
  arguments: { session: session(), range: range() },
  options: {},
  examples: [],
  output: object({ session: string, rounds: list(object({ round: number, blocks: list(BLOCK) })) }),
  offer: { http: true },
  async run(call) {
    const { readRounds } = await import('../../read/read-rounds.ts')
    const { session, range } = call.input
    const value = await readRounds(await call.workspace(), await call.session(session), range)
    return { value, text: () => '' }
  },
})
