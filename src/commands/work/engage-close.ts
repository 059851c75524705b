import { defineCommand } from '../kit/command.ts'
import { ACTIVE, STATUS } from '../kit/engagement-status.ts'

export const engageClose = defineCommand({
  name: 'engage close',
  topic: 'work',
  summary: 'Close an engagement and move its file to .archive',
  writes: true,
  arguments: {},
  options: { id: ACTIVE },
  examples: [{ command: 'stet engage close', does: 'completes the last phase and archives engagement.md' }],
  output: STATUS,
  offer: { cli: true },
  async run({ input: { id }, dryRun, workspace }) {
    const { closeEngagement } = await import('../../work/engage.ts')
    const value = closeEngagement(await workspace(), { id, dryRun })
    return { value, text: (screen, shown: typeof value) => `${shown.engagement} is closed: ${screen.path(shown.path)}` }
  },
})
