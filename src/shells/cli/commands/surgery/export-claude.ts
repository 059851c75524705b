import { defineCommand, SESSION } from '../../command.ts'
import { exportSession, VARIANTS } from '../../export-session.ts'
import { OPERATION_JSON } from '../../operation.ts'

export const exportClaude = defineCommand({
  name: 'export-claude',
  group: 'Surgery',
  summary: 'the same as export --to claude-code',
  writes: true,
  arguments: { session: SESSION },
  options: VARIANTS,
  examples: [{ command: 'stet export-claude latest --full-after round:40', does: 'as stet compress-before does' }],
  json: OPERATION_JSON,
  run: (call) => exportSession(call, call.args.session, { ...call.options, to: 'claude-code' }),
})
