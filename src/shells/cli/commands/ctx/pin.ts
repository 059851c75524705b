import { COMMIT, defineCommand } from '../../command.ts'

export const pin = defineCommand({
  name: 'ctx pin',
  group: 'Chains',
  summary: 'keep a commit whatever happens, or say how long',
  writes: true,
  arguments: { commit: COMMIT },
  options: {
    policy: {
      summary: 'how it is kept; pin without it',
      value: 'POLICY',
      choices: ['default', 'pin', 'ephemeral', 'replicate'],
    },
    ttl: { summary: 'for how long, such as 30d or 12h', value: 'TIME' },
  },
  examples: [
    { command: 'stet ctx pin ctx-1a2b3c4d', does: 'gc never removes it' },
    { command: 'stet ctx pin ctx-1a2b3c4d --policy ephemeral --ttl 30d', does: 'gc may remove it after thirty days' },
  ],
  json: '{id,context_id,policy,until}',
  async run({ args, options, dryRun, workspace }) {
    const { retain } = await import('../../../../actions/ctx/retain.ts')
    const { resolveCommit } = await import('../../../../actions/ctx/resolve-commit.ts')
    const opened = await workspace()
    const commit = await resolveCommit(opened, args.commit)
    const value = await retain(opened, commit, options.policy ?? 'pin', options.ttl, { dryRun })
    return {
      value,
      text: () =>
        `${value.id} ${dryRun ? 'would be' : 'is'} kept by the policy ${value.policy}${value.until === null ? '' : ` until ${value.until}`}.`,
    }
  },
})
