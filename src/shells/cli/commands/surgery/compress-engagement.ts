import { defineCommand, SESSION } from '../../command.ts'
import { OPERATION_JSON, OPERATION_OPTIONS, runCut } from '../../operation.ts'

export const compressEngagement = defineCommand({
  name: 'compress-engagement',
  group: 'Surgery',
  summary: 'the rounds of an engagement become rows of an index',
  about: 'Each run of rounds tagged with it becomes an index in the same place; the rest stays whole.',
  writes: true,
  arguments: { session: SESSION, id: { summary: 'the engagement', complete: 'engagement' } },
  options: OPERATION_OPTIONS,
  examples: [{ command: 'stet compress-engagement latest console-work', does: 'of the newest session of this folder' }],
  json: OPERATION_JSON,
  run: async (call) =>
    runCut(call, call.args.session, { kind: 'compress-engagement', engagement: call.args.id }, call.options),
})
