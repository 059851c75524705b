import { defineTerminalCommand } from '../kit/command.ts'
import { exportSession, VARIANTS } from '../kit/export-session.ts'
import { session } from '../kit/fields.ts'
import { OPERATED, OPERATED_NOTE } from '../kit/shapes.ts'

export const exportClaude = defineTerminalCommand({
  name: 'export-claude',
  topic: 'record',
  summary: 'Write a session for Claude Code, as export --to claude-code does',
  writes: true,
  arguments: { session: session() },
  options: VARIANTS,
  examples: [
    { command: 'stet export-claude latest --full-after round:40', does: 'makes the rounds before round 40 an index' },
  ],
  output: OPERATED,
  outputNote: OPERATED_NOTE,
  hidden: true,
  run: (call) => exportSession(call, call.input.session, 'claude-code'),
})
