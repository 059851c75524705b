import { defineCommand } from '../../command.ts'
import { count } from '../../format.ts'
import { wholeNumber } from '../../whole-number.ts'

export const summarizeCommand = defineCommand({
  name: 'ctx summarize',
  group: 'Chains',
  summary: 'give commits that have no summary a line',
  about:
    'The line is what was asked, the files changed and how it came out, without a model; with --model the configured one says what was asked for; what says less of it is not taken, and a dry run asks no model. So many at a time; run it again to go on.',
  writes: true,
  arguments: { session: { summary: 'a session; every session unless given', optional: true } },
  options: {
    limit: { summary: 'how many commits at most; 500 unless given', value: 'N' },
    model: { summary: 'have the configured model write the lines; see stet config' },
  },
  examples: [{ command: 'stet ctx summarize latest', does: 'the commits of the newest session of this folder' }],
  json: '{summarized:[{id,summary,by}],left}; by is the model or stet',
  async run({ args, options, dryRun, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { summarize } = await import('../../../../actions/digest/summarize.ts')
    const opened = await workspace()
    const sessions = []
    if (args.session !== undefined) sessions.push(await resolveSession(opened, args.session))
    else for await (const session of opened.store.listSessions()) sessions.push(session)
    const limit = options.limit === undefined ? 500 : wholeNumber(options.limit, '--limit')
    const { modelLine } = await import('../../../../actions/digest/model-line.ts')
    const value = await summarize(opened, sessions, {
      limit,
      dryRun,
      ...(options.model && !dryRun && { summarizer: await modelLine(opened) }),
    })
    return {
      value,
      text: () =>
        [
          ...value.summarized.map(({ id, summary }) => `${id}  ${summary}`),
          value.left === 0
            ? `${count(value.summarized.length, 'commit')} summarized.`
            : `${count(value.left, 'commit')} left; run it again to go on.`,
        ].join('\n'),
    }
  },
})
