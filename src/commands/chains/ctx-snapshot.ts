import { defineCommand } from '../kit/command.ts'
import { commit } from '../kit/fields.ts'
import { COMMIT_ID } from '../kit/shapes.ts'

export const ctxSnapshot = defineCommand({
  name: 'ctx snapshot',
  topic: 'chains',
  summary: 'Store the whole context of a commit as one artifact',
  about: 'Later reads of its chain end there. No byte is stored twice.',
  writes: true,
  arguments: { commit_id: commit() },
  options: {},
  examples: [{ command: 'stet ctx snapshot ctx-1a2b3c4d', does: 'adds a snapshot after that commit' }],
  output: COMMIT_ID,
  offer: { cli: true },
  async run({ input, dryRun, commit, workspace }) {
    const { snapshot } = await import('../../record/chain/compact.ts')
    const value = await snapshot(await workspace(), await commit(input.commit_id), { dryRun })
    return { value, text: (_, shown: typeof value) => shown.id }
  },
})
