import { defineCommand } from '../kit/command.ts'
import { choice, text } from '../kit/field.ts'
import { commit } from '../kit/fields.ts'
import { extended, orNull, string } from '../kit/shape.ts'
import { COMMIT_ID } from '../kit/shapes.ts'

export const ctxPin = defineCommand({
  name: 'ctx pin',
  topic: 'chains',
  summary: 'Set how long a commit is kept',
  writes: true,
  arguments: { commit_id: commit() },
  options: {
    policy: choice('how it is kept; pin: gc never removes it', ['default', 'pin', 'ephemeral', 'replicate'], {
      default: 'pin',
    }),
    ttl: text('for how long, such as 30d or 12h', { label: 'TIME' }),
  },
  examples: [
    { command: 'stet ctx pin ctx-1a2b3c4d', does: 'keeps it for ever: gc never removes it' },
    { command: 'stet ctx pin ctx-1a2b3c4d --policy ephemeral --ttl 30d', does: 'lets gc remove it after thirty days' },
  ],
  output: extended(COMMIT_ID, { policy: string, until: orNull(string) }),
  offer: { cli: true },
  async run({ input, dryRun, commit, workspace }) {
    const { retain } = await import('../../record/chain/retain.ts')
    const opened = await workspace()
    const value = await retain(opened, await commit(input.commit_id), input.policy, input.ttl, { dryRun })
    return {
      value,
      text: (_, shown: typeof value) =>
        `${shown.id} ${dryRun ? 'would be' : 'is'} kept by the policy ${shown.policy}${shown.until === null ? '' : ` until ${shown.until}`}.`,
    }
  },
})
