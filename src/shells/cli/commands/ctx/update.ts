import { COMMIT, defineCommand } from '../../command.ts'

export const update = defineCommand({
  name: 'ctx update',
  group: 'Chains',
  summary: 'give a commit another summary; nothing else about it can change',
  writes: true,
  arguments: { commit: COMMIT },
  options: { summary: { summary: 'what the agent understands at this point', value: 'TEXT', required: true } },
  examples: [
    { command: 'stet ctx update ctx-1a2b3c4d --summary "The leak is in the cache"', does: 'changes its summary' },
  ],
  json: '{id,context_id,summary}',
  async run({ args, options, dryRun, workspace }) {
    const { resolveCommit } = await import('../../../../actions/ctx/resolve-commit.ts')
    const opened = await workspace()
    const { id } = await resolveCommit(opened, args.commit)
    if (!dryRun) await opened.store.setSummary(id, options.summary)
    return {
      value: { id, context_id: id, summary: options.summary },
      text: () => `${id} ${dryRun ? 'would have' : 'has'} the new summary.`,
    }
  },
})
