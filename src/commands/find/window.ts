import { BLOCK_KINDS } from '../../model/block.ts'
import { defineCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { list, number, object, oneOf, string, tuple } from '../kit/shape.ts'

export const window = defineCommand({
  name: 'window',
  topic: 'find',
  summary: 'List what fills the context window of a session, block by block, as its client would send it now',
  arguments: { session: session() },
  options: {},
  examples: [],
  output: object({
    session: string,
    window: number,
    tokens: number,
    fixed: number,
    kinds: list(oneOf(BLOCK_KINDS)),
    names: list(string),
    parts: list(
      object({
        kind: oneOf(['round', 'rest', 'index', 'text', 'other']),
        round: number,
        tokens: number,
        blocks: list(tuple(number, number, number)),
      }),
    ),
    not_sent: list(object({ round: number, tokens: number })),
  }),
  offer: { http: true },
  async run(call) {
    const { contextWindow } = await import('../../read/context-window.ts')
    const workspace = await call.workspace()
    const value = await contextWindow(workspace, await call.session(call.input.session))
    return { value, text: () => '' }
  },
})
