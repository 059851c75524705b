import { COMMIT, defineCommand } from '../../command.ts'

const NAME = { summary: 'a word of your own, or several with / between them', complete: 'name' } as const

export const setName = defineCommand({
  name: 'ctx set',
  group: 'Chains',
  summary: 'give a commit a name',
  writes: true,
  arguments: { name: NAME, commit: COMMIT },
  options: {
    expect: {
      summary: 'move it only from this commit, or from none: another may have moved it since',
      value: 'CTX|none',
    },
  },
  examples: [
    { command: 'stet ctx set before-the-migration latest', does: 'names where the newest session is now' },
    { command: 'stet ctx set good latest --expect none', does: 'unless something is called so already' },
  ],
  json: '{name,context_id}',
  async run({ args, options, dryRun, workspace }) {
    const { setContextName } = await import('../../../../actions/ctx/names.ts')
    const value = await setContextName(await workspace(), args.name, args.commit, { dryRun, expect: options.expect })
    return { value, text: () => `${value.name} ${dryRun ? 'would be' : 'is'} ${value.context_id}.` }
  },
})
