import { defineCommand } from '../kit/command.ts'
import { text } from '../kit/field.ts'
import { commit } from '../kit/fields.ts'
import { extended, string } from '../kit/shape.ts'
import { COMMIT_ID } from '../kit/shapes.ts'

export const ctxUpdate = defineCommand({
  name: 'ctx update',
  topic: 'chains',
  summary: 'Change the summary of a commit',
  about: 'Nothing else of a commit can change.',
  writes: true,
  arguments: { commit_id: commit() },
  options: {
    summary: text('the new summary', { required: true, max: 10_000 }),
  },
  examples: [
    { command: 'stet ctx update ctx-1a2b3c4d --summary "The leak is in the cache"', does: 'changes its summary' },
  ],
  output: extended(COMMIT_ID, { summary: string }),
  offer: { cli: true, http: true },
  async run({ input, dryRun, commit, workspace }) {
    const opened = await workspace()
    const { id } = await commit(input.commit_id)
    if (!dryRun) await opened.store.setSummary(id, input.summary)
    return {
      value: { id, context_id: id, summary: input.summary },
      text: () => `${id} ${dryRun ? 'would have' : 'has'} the new summary.`,
    }
  },
})
