import { defineCommand } from '../../command.ts'

const NAME = { summary: 'a word of your own', complete: 'name' } as const

export const deleteName = defineCommand({
  name: 'ctx delete',
  group: 'Chains',
  summary: 'take a name away; its commit stays',
  writes: true,
  arguments: { name: NAME },
  options: {},
  examples: [{ command: 'stet ctx delete before-the-migration', does: 'forgets the name' }],
  json: '{name,context_id}',
  async run({ args, dryRun, workspace }) {
    const { deleteContextName, getContextName } = await import('../../../../actions/ctx/names.ts')
    const opened = await workspace()
    const value = await (dryRun ? getContextName : deleteContextName)(opened, args.name)
    return {
      value,
      text: () => `${value.name} ${dryRun ? 'would no longer name' : 'no longer names'} ${value.context_id}.`,
    }
  },
})
