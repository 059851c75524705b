import { defineCommand } from '../kit/command.ts'
import { object, string } from '../kit/shape.ts'

export const prompt = defineCommand({
  name: 'prompt',
  topic: 'live',
  summary: "Print the section about context for a worker's prompt",
  about: 'It names the thresholds that are set here; see `stet config`.',
  arguments: {},
  options: {},
  examples: [{ command: 'stet prompt >> worker-prompt.md', does: 'adds it to a prompt' }],
  output: object({ prompt: string }),
  offer: { cli: true },
  async run({ workspace }) {
    const { workerPromptFor } = await import('../../live/worker-prompt-for.ts')
    const value = { prompt: await workerPromptFor(await workspace({ onlyLooks: true })) }
    return { value, text: (_, shown: typeof value) => shown.prompt.trimEnd() }
  },
})
