import { COMMIT, defineCommand } from '../../command.ts'

export const compact = defineCommand({
  name: 'ctx compact',
  group: 'Chains',
  summary: 'put a compaction behind a commit, with a summary of your own',
  about: 'What stands before it stays in the record and comes back with --stop root.',
  arguments: { commit: COMMIT },
  options: {
    'summary-file': { summary: 'the file with the summary', value: 'FILE', required: true, complete: 'file' },
  },
  examples: [
    {
      command: 'stet ctx compact ctx-1a2b3c4d --summary-file summary.md',
      does: 'the summary stands for everything before',
    },
  ],
  json: '{id}',
  async run({ args, options, workspace }) {
    const { compactFromFile } = await import('../../../../actions/ctx/compact.ts')
    const { resolveCommit } = await import('../../../../actions/ctx/resolve-commit.ts')
    const opened = await workspace()
    const value = await compactFromFile(opened, await resolveCommit(opened, args.commit), options['summary-file'])
    return { value, text: () => value.id }
  },
})
