import { shortId } from '../../../../model/id.ts'
import { defineCommand, SESSION } from '../../command.ts'

export const complete = defineCommand({
  name: 'complete',
  group: 'Live',
  summary: 'write down that the work of a session is done',
  about:
    'It ends with the reason completed, how full it was, and the handoff, if one is given. A session that goes on again is no longer ended.',
  writes: true,
  arguments: { session: SESSION },
  options: { 'summary-file': { summary: 'what was done, for whoever comes next', value: 'FILE', complete: 'file' } },
  examples: [{ command: 'stet complete latest --summary-file done.md', does: 'ends it' }],
  json: '{session,at,reason,context,summary}',
  async run({ args, options, dryRun, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { completeSession } = await import('../../../../actions/surgery/complete-session.ts')
    const opened = await workspace()
    const value = await completeSession(opened, await resolveSession(opened, args.session), {
      summaryFile: options['summary-file'],
      dryRun,
    })
    return {
      value,
      text: (screen) => `${screen.cyan(shortId(value.session))} ${dryRun ? 'would be' : 'is'} completed.`,
    }
  },
})
