import { defineCommand, SESSION } from '../../command.ts'
import { OPERATION_JSON, OPERATION_OPTIONS, operationAnswer, surgeryOptions } from '../../operation.ts'

export const extractEngagement = defineCommand({
  name: 'extract-engagement',
  group: 'Surgery',
  summary: 'a session of the rounds of one engagement',
  about: 'The rounds tagged so, whole, and nothing else.',
  writes: true,
  arguments: { session: SESSION, id: { summary: 'the engagement' } },
  options: OPERATION_OPTIONS,
  examples: [{ command: 'stet extract-engagement latest console-work', does: 'of the newest session of this folder' }],
  json: OPERATION_JSON,
  async run({ args, options, dryRun, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { cutSession } = await import('../../../../actions/surgery/operations.ts')
    const opened = await workspace()
    const session = await resolveSession(opened, args.session)
    const value = await cutSession(
      opened,
      session,
      { kind: 'extract-engagement', engagement: args.id },
      await surgeryOptions(options, dryRun),
    )
    return operationAnswer(value, { exec: options.exec, dryRun })
  },
})
