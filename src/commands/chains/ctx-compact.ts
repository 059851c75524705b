import { defineCommand } from '../kit/command.ts'
import { file } from '../kit/field.ts'
import { commit } from '../kit/fields.ts'
import { COMMIT_ID } from '../kit/shapes.ts'

export const ctxCompact = defineCommand({
  name: 'ctx compact',
  topic: 'chains',
  summary: 'Add a compaction after a commit',
  about:
    'Its summary replaces everything before it. The replaced rounds stay in the record, and `stet ctx materialize --stop root` brings them back.',
  writes: true,
  arguments: { commit_id: commit() },
  options: {
    summary_file: file('the file with the summary', { standard: 'the first line of each message of each round' }),
  },
  examples: [
    {
      command: 'stet ctx compact ctx-1a2b3c4d --summary-file summary.md',
      does: 'replaces everything up to that commit with the summary',
    },
  ],
  output: COMMIT_ID,
  offer: { cli: true },
  async run({ input, dryRun, commit, workspace }) {
    const { compactFromFile, compactPlainly } = await import('../../record/chain/compact.ts')
    const opened = await workspace()
    const tip = await commit(input.commit_id)
    const file = input.summary_file
    const value = await (file === undefined
      ? compactPlainly(opened, tip, { dryRun })
      : compactFromFile(opened, tip, file, { dryRun }))
    return { value, text: (_, shown: typeof value) => shown.id }
  },
})
