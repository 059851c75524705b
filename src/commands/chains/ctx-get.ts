import { defineCommand } from '../kit/command.ts'
import { CONTEXT_NAME } from '../kit/fields.ts'
import { NAMED_CONTEXT } from '../kit/shapes.ts'

export const ctxGet = defineCommand({
  name: 'ctx get',
  topic: 'chains',
  summary: 'Print the commit that has a name',
  arguments: { name: CONTEXT_NAME },
  options: {},
  examples: [{ command: 'stet ctx get before-the-migration', does: 'prints the id of its commit' }],
  output: NAMED_CONTEXT,
  offer: { cli: true, http: true },
  async run({ input, workspace }) {
    const { getContextName } = await import('../../record/chain/names.ts')
    const value = await getContextName(await workspace({ onlyLooks: true }), input.name)
    return { value, text: (_, shown: typeof value) => shown.context_id }
  },
})
