import { defineCommand, SESSION } from '../../command.ts'
import { OPERATION_JSON, OPERATION_OPTIONS, runCut } from '../../operation.ts'

export const extractEngagement = defineCommand({
  name: 'extract-engagement',
  group: 'Surgery',
  summary: 'a session of the rounds of one engagement',
  about: 'The rounds tagged with it, whole, and nothing else.',
  writes: true,
  arguments: { session: SESSION, id: { summary: 'the engagement', complete: 'engagement' } },
  options: OPERATION_OPTIONS,
  examples: [{ command: 'stet extract-engagement latest console-work', does: 'of the newest session of this folder' }],
  json: OPERATION_JSON,
  run: async (call) =>
    runCut(call, call.args.session, { kind: 'extract-engagement', engagement: call.args.id }, call.options),
})
