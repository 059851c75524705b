import { defineCommand } from '../kit/command.ts'
import { engagement, session } from '../kit/fields.ts'
import { OPERATION_OPTIONS, runCut } from '../kit/operation.ts'
import { OPERATED, OPERATED_NOTE } from '../kit/shapes.ts'

export const extractEngagement = defineCommand({
  name: 'extract-engagement',
  topic: 'cut',
  summary: 'Make a session of the rounds of one engagement only',
  about: 'It has the rounds that are tagged with the engagement, whole, and nothing else.',
  writes: true,
  arguments: { session: session(), engagement: engagement() },
  options: OPERATION_OPTIONS,
  examples: [
    {
      command: 'stet extract-engagement latest console-work',
      does: 'takes them from the newest session of this folder',
    },
  ],
  output: OPERATED,
  outputNote: OPERATED_NOTE,
  offer: {
    cli: true,
    http: true,
    viewer: { title: 'Extract', key: 'e', on: 'rounds', needs: 'either', form: ['engagement'] },
  },
  run: (call) => runCut(call, call.input.session, { kind: 'extract-engagement', engagement: call.input.engagement }),
})
