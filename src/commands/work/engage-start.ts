import { defineCommand } from '../kit/command.ts'
import { STATUS, statusText } from '../kit/engagement-status.ts'
import { text } from '../kit/field.ts'
import { engagement } from '../kit/fields.ts'

export const engageStart = defineCommand({
  name: 'engage start',
  topic: 'work',
  summary: 'Start an engagement in this folder',
  about:
    'Writes the file engagement.md. While it exists, new rounds of sessions in this folder and its subfolders are put into the engagement.',
  writes: true,
  arguments: { method: text('the method of the work: review, write, or a word of your own') },
  options: {
    id: engagement({ summary: 'its name', standard: 'METHOD-FOLDER' }),
    phase: text('the first phase', { label: 'PHASE', standard: 'the first of the method, else start' }),
  },
  examples: [
    { command: 'stet engage start write --id console-work', does: 'starts console-work with the phase gather' },
  ],
  output: STATUS,
  offer: { cli: true },
  async run({ input, dryRun, workspace }) {
    const { startEngagement } = await import('../../work/engage.ts')
    const { method, id, phase } = input
    const value = startEngagement(await workspace(), method, { id, phase, dryRun })
    return { value, text: (screen, shown: typeof value) => statusText(shown, screen) }
  },
})
