import { defineCommand } from '../kit/command.ts'
import { CONTEXT_NAME } from '../kit/fields.ts'
import { NAMED_CONTEXT } from '../kit/shapes.ts'

export const ctxDelete = defineCommand({
  name: 'ctx delete',
  topic: 'chains',
  summary: 'Delete a name; its commit stays',
  writes: true,
  arguments: { name: CONTEXT_NAME },
  options: {},
  examples: [{ command: 'stet ctx delete before-the-migration', does: 'deletes the name' }],
  output: NAMED_CONTEXT,
  offer: { cli: true, http: true },
  async run({ input, dryRun, workspace }) {
    const { deleteContextName, getContextName } = await import('../../record/chain/names.ts')
    const value = await (dryRun ? getContextName : deleteContextName)(await workspace(), input.name)
    return {
      value,
      text: (_, shown: typeof value) =>
        `${shown.name} ${dryRun ? 'would no longer name' : 'no longer names'} ${shown.context_id}.`,
    }
  },
})
