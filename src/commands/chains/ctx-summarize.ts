import { defineCommand } from '../kit/command.ts'
import { flag, int } from '../kit/field.ts'
import { session } from '../kit/fields.ts'
import { list, number, object, string } from '../kit/shape.ts'
import { count } from '../kit/text/format.ts'

export const ctxSummarize = defineCommand({
  name: 'ctx summarize',
  topic: 'chains',
  summary: 'Give commits without a summary a one-line summary',
  about:
    'The line has the request, the changed files and the outcome, and is made without a model. With --model, the configured model rewrites the request; a line that says less than the original words is not used, and a dry run asks no model. Run it again to continue with the next commits.',
  writes: true,
  arguments: { session: session({ optional: true, standard: 'every session' }) },
  options: {
    limit: int('commits to summarize', { default: 500 }),
    model: flag('let the configured model write the lines; see stet config'),
  },
  examples: [
    { command: 'stet ctx summarize latest', does: 'summarizes the commits of the newest session of this folder' },
  ],
  output: object({ summarized: list(object({ id: string, summary: string, by: string })), left: number }),
  outputNote: 'by is the name of the model, or stet.',
  offer: { cli: true },
  async run({ input, dryRun, session, workspace }) {
    const { summarize } = await import('../../brief/summarize.ts')
    const { modelLine } = await import('../../brief/summarize.ts')
    const opened = await workspace()
    const sessions = []
    if (input.session !== undefined) sessions.push(await session(input.session))
    else for await (const one of opened.store.listSessions()) sessions.push(one)
    const value = await summarize(opened, sessions, {
      limit: input.limit,
      dryRun,
      ...(input.model && !dryRun && { summarizer: await modelLine(opened) }),
    })
    return {
      value,
      text: (_, shown: typeof value) =>
        [
          ...value.summarized.map(({ id, summary }) => `${id}  ${summary}`),
          shown.left === 0
            ? `${count(shown.summarized.length, 'commit')} summarized.`
            : `${count(shown.left, 'commit')} left; run it again to go on.`,
        ].join('\n'),
    }
  },
})
