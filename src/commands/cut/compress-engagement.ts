import { defineCommand } from '../kit/command.ts'
import { engagement, session } from '../kit/fields.ts'
import { OPERATION_OPTIONS, runCut } from '../kit/operation.ts'
import { OPERATED, OPERATED_NOTE } from '../kit/shapes.ts'

export const compressEngagement = defineCommand({
  name: 'compress-engagement',
  topic: 'cut',
  summary: 'Replace the rounds of an engagement with an index that has a row for each',
  about: 'Each run of rounds that are tagged with it becomes an index in the same place; the rest stays whole.',
  writes: true,
  arguments: { session: session(), engagement: engagement() },
  options: OPERATION_OPTIONS,
  examples: [
    { command: 'stet compress-engagement latest console-work', does: 'indexes its rounds in the newest session here' },
  ],
  output: OPERATED,
  outputNote: OPERATED_NOTE,
  offer: {
    cli: true,
    http: true,
    viewer: { title: 'Compress engagement', key: 'C', on: 'session', needs: 'engagement', form: ['engagement'] },
  },
  run: (call) => runCut(call, call.input.session, { kind: 'compress-engagement', engagement: call.input.engagement }),
})
