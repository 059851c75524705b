import { COMMIT, defineCommand } from '../../command.ts'

export const compact = defineCommand({
  name: 'ctx compact',
  group: 'Chains',
  summary: 'put a compaction after a commit',
  about:
    'Without a summary of your own, it is what was said in each round, the first line each. What was before it stays in the record and comes back with --stop root.',
  writes: true,
  arguments: { commit: COMMIT },
  options: {
    'summary-file': { summary: 'the file with the summary', value: 'FILE', complete: 'file' },
  },
  examples: [
    {
      command: 'stet ctx compact ctx-1a2b3c4d --summary-file summary.md',
      does: 'the summary replaces everything before',
    },
  ],
  json: '{id,context_id}',
  async run({ args, options, dryRun, workspace }) {
    const { compactFromFile, compactPlainly } = await import('../../../../actions/ctx/compact.ts')
    const { resolveCommit } = await import('../../../../actions/ctx/resolve-commit.ts')
    const opened = await workspace()
    const tip = await resolveCommit(opened, args.commit)
    const file = options['summary-file']
    const value = await (file === undefined
      ? compactPlainly(opened, tip, { dryRun })
      : compactFromFile(opened, tip, file, { dryRun }))
    return { value, text: () => value.id }
  },
})
