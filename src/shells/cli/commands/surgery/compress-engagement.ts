import { defineCommand, SESSION } from '../../command.ts'
import { OPERATION_JSON, OPERATION_OPTIONS, operationAnswer, surgeryOptions } from '../../operation.ts'

export const compressEngagement = defineCommand({
  name: 'compress-engagement',
  group: 'Surgery',
  summary: 'the rounds of an engagement become rows of an index',
  about: 'Each run of rounds tagged so becomes an index where it stood; the rest stays whole.',
  writes: true,
  arguments: { session: SESSION, id: { summary: 'the engagement' } },
  options: OPERATION_OPTIONS,
  examples: [{ command: 'stet compress-engagement latest console-work', does: 'of the newest session of this folder' }],
  json: OPERATION_JSON,
  async run({ args, options, dryRun, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { cutSession } = await import('../../../../actions/surgery/operations.ts')
    const opened = await workspace()
    const session = await resolveSession(opened, args.session)
    const value = await cutSession(
      opened,
      session,
      { kind: 'compress-engagement', engagement: args.id },
      await surgeryOptions(options, dryRun),
    )
    return operationAnswer(value, { exec: options.exec, dryRun })
  },
})
