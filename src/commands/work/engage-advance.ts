import { defineCommand } from '../kit/command.ts'
import { ACTIVE, STATUS, statusText } from '../kit/engagement-status.ts'
import { text } from '../kit/field.ts'

export const engageAdvance = defineCommand({
  name: 'engage advance',
  topic: 'work',
  summary: 'Complete the current phase of an engagement and start the next',
  about: 'The methods review and write have phases in an order, with ways back; of another method you name each phase.',
  writes: true,
  arguments: { phase: text('the next phase', { optional: true, standard: 'the one that follows in the method' }) },
  options: { id: ACTIVE },
  examples: [{ command: 'stet engage advance draft', does: 'completes the current phase and starts draft' }],
  output: STATUS,
  offer: { cli: true },
  async run({ input: { phase, id }, dryRun, workspace }) {
    const { advanceEngagement } = await import('../../work/engage.ts')
    const value = advanceEngagement(await workspace(), phase, { id, dryRun })
    return { value, text: (screen, shown: typeof value) => statusText(shown, screen) }
  },
})
