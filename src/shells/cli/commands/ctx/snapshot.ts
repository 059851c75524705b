import { COMMIT, defineCommand } from '../../command.ts'

export const snapshot = defineCommand({
  name: 'ctx snapshot',
  group: 'Chains',
  summary: 'one artifact for all before, so that reads end there',
  writes: true,
  arguments: { commit: COMMIT },
  options: {},
  examples: [
    { command: 'stet ctx snapshot ctx-1a2b3c4d', does: 'one artifact for the whole context; no byte is stored twice' },
  ],
  json: '{id,context_id}',
  async run({ args, dryRun, workspace }) {
    const { snapshot } = await import('../../../../actions/ctx/compact.ts')
    const { resolveCommit } = await import('../../../../actions/ctx/resolve-commit.ts')
    const opened = await workspace()
    const value = await snapshot(opened, await resolveCommit(opened, args.commit), { dryRun })
    return { value, text: () => value.id }
  },
})
