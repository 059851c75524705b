import { defineCommand, SESSION } from '../../command.ts'
import { OPERATION_JSON, OPERATION_OPTIONS, runCut } from '../../operation.ts'

export const compressBefore = defineCommand({
  name: 'compress-before',
  group: 'Surgery',
  summary: 'older rounds become rows of an index',
  about:
    'Rounds that started before the time, or before the round, become one index at the top; the rest stays whole. Any row comes back with stet inject.',
  writes: true,
  arguments: {
    session: SESSION,
    before: { summary: 'a time, round:N, or a phase of the engagement', time: true },
  },
  options: OPERATION_OPTIONS,
  examples: [
    { command: 'stet compress-before latest round:40', does: 'keeps round 40 and later whole' },
    { command: 'stet compress-before 40e785a0 2026-03-19T10:00Z --dry-run', does: 'says what that would save' },
  ],
  json: OPERATION_JSON,
  run: async (call) =>
    runCut(call, call.args.session, { kind: 'compress-before', before: call.args.before }, call.options),
})
