import { defineCommand } from '../kit/command.ts'
import { STATUS, statusText } from '../kit/engagement-status.ts'
import { list } from '../kit/shape.ts'

export const engageStatus = defineCommand({
  name: 'engage status',
  topic: 'work',
  summary: 'List the active engagements of this folder with their phases',
  arguments: {},
  options: {},
  examples: [{ command: 'stet engage status', does: 'shows the current phase and when it began' }],
  output: list(STATUS),
  offer: { cli: true },
  async run({ workspace }) {
    const { engagementStatus } = await import('../../work/engage.ts')
    const value = engagementStatus(await workspace({ onlyLooks: true }))
    return {
      value,
      text: (screen, shown: typeof value) =>
        shown.length === 0
          ? `No engagement is active here.\n${screen.dim('→')} stet engage start METHOD`
          : shown.map((one) => statusText(one, screen)).join('\n'),
    }
  },
})
