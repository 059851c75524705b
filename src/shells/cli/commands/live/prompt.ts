import { defineCommand } from '../../command.ts'

export const prompt = defineCommand({
  name: 'prompt',
  group: 'Live',
  summary: "the section on context for a worker's prompt",
  about: 'With the thresholds that are set here; see stet config.',
  arguments: {},
  options: {},
  examples: [{ command: 'stet prompt >> worker-prompt.md', does: 'adds it to a prompt' }],
  json: '{prompt}',
  async run({ workspace }) {
    const { workerPromptFor } = await import('../../../../actions/pressure/worker-prompt-for.ts')
    const value = { prompt: await workerPromptFor(await workspace({ onlyLooks: true })) }
    return { value, text: () => value.prompt.trimEnd() }
  },
})
