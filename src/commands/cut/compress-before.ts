import { defineCommand } from '../kit/command.ts'
import { BORDER, session } from '../kit/fields.ts'
import { OPERATION_OPTIONS, runCut } from '../kit/operation.ts'
import { OPERATED, OPERATED_NOTE } from '../kit/shapes.ts'

export const compressBefore = defineCommand({
  name: 'compress-before',
  topic: 'cut',
  summary: 'Replace older rounds with an index that has a row for each',
  about:
    'Rounds that started before the time, or before the round, become one index at the top; the rest stays whole. `stet inject` gives any row back.',
  writes: true,
  arguments: {
    session: session(),
    before: BORDER,
  },
  options: OPERATION_OPTIONS,
  examples: [
    { command: 'stet compress-before latest round:40', does: 'keeps round 40 and later whole' },
    { command: 'stet compress-before 40e785a0 2026-03-19T10:00Z --dry-run', does: 'shows what that would save' },
  ],
  output: OPERATED,
  outputNote: OPERATED_NOTE,
  offer: {
    cli: true,
    http: true,
    viewer: { title: 'Compress before', key: 'c', on: 'rounds', needs: 'selection', form: ['before'] },
  },
  run: (call) => runCut(call, call.input.session, { kind: 'compress-before', before: call.input.before }),
})
