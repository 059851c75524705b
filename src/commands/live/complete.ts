import { shortId } from '../../model/id.ts'
import { defineCommand } from '../kit/command.ts'
import { file } from '../kit/field.ts'
import { session } from '../kit/fields.ts'
import { number, object, orNull, string } from '../kit/shape.ts'

export const complete = defineCommand({
  name: 'complete',
  topic: 'live',
  summary: 'Record that the work of a session is done',
  about:
    'Records the end of the session with the reason `completed`, how full its context was, and the summary, if there is one. A session that is continued later no longer counts as ended.',
  writes: true,
  arguments: { session: session() },
  options: { summary_file: file('a file that says what was done, for whoever continues') },
  examples: [
    { command: 'stet complete latest --summary-file done.md', does: 'ends the newest session of this folder' },
  ],
  output: object({ session: string, at: string, reason: string, context: orNull(number), summary: orNull(string) }),
  offer: { cli: true },
  async run({ input, dryRun, workspace, session }) {
    const { completeSession } = await import('../../surgery/complete-session.ts')
    const opened = await workspace()
    const value = await completeSession(opened, await session(input.session), {
      summaryFile: input.summary_file,
      dryRun,
    })
    return {
      value,
      text: (screen, shown: typeof value) =>
        `${screen.cyan(shortId(shown.session))} ${dryRun ? 'would be' : 'is'} completed.`,
    }
  },
})
