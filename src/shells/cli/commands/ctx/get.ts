import { defineCommand } from '../../command.ts'

const NAME = { summary: 'a word of your own', complete: 'name' } as const

export const getName = defineCommand({
  name: 'ctx get',
  group: 'Chains',
  summary: 'the commit that has a name',
  arguments: { name: NAME },
  options: {},
  examples: [{ command: 'stet ctx get before-the-migration', does: 'prints its id' }],
  json: '{name,context_id}',
  async run({ args, workspace }) {
    const { getContextName } = await import('../../../../actions/ctx/names.ts')
    const value = await getContextName(await workspace({ onlyLooks: true }), args.name)
    return { value, text: () => value.context_id }
  },
})
