import { defineCommand } from '../kit/command.ts'
import { sessions } from '../kit/fields.ts'
import { OPERATION_OPTIONS, operationAnswer, surgeryOptions } from '../kit/operation.ts'
import { OPERATED, OPERATED_NOTE } from '../kit/shapes.ts'

export const merge = defineCommand({
  name: 'merge',
  topic: 'cut',
  summary: 'Join several sessions into one',
  about:
    'The new session has the rounds of all, ordered by the time they started, each once. A legend at the top names the session of each range of rounds.',
  writes: true,
  arguments: { sessions: sessions({ summary: 'two sessions or more', most: 50 }) },
  options: OPERATION_OPTIONS,
  examples: [{ command: 'stet merge 40e785a0 7b1c22d9', does: 'makes one session with the rounds of both' }],
  output: OPERATED,
  outputNote: OPERATED_NOTE,
  offer: {
    cli: true,
    http: true,
    viewer: { title: 'Merge', key: 'm', on: 'session', needs: 'nothing', form: ['sessions'] },
  },
  async run({ input, dryRun, sessions, workspace }) {
    const { mergeSessions } = await import('../../surgery/operations.ts')
    const opened = await workspace()
    const options = await surgeryOptions(input, dryRun)
    const value = await mergeSessions(opened, await sessions(input.sessions), options)
    return operationAnswer(opened, value, { exec: input.exec, dryRun })
  },
})
