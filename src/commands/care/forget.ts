import { Failure } from '../../model/errors.ts'
import { shortId } from '../../model/id.ts'
import { userTime } from '../../model/user-time.ts'
import { defineCommand } from '../kit/command.ts'
import { text } from '../kit/field.ts'
import { sessions, time } from '../kit/fields.ts'
import { list, number, object, orNull, string } from '../kit/shape.ts'
import { bytesOf, count } from '../kit/text/format.ts'
import { plainLine } from '../kit/text/plain-text.ts'

export const forget = defineCommand({
  name: 'forget',
  topic: 'care',
  summary: 'Remove sessions from the record for good',
  about:
    "Also removes their subagents, the files that were kept with them, their compressions in the folder of the record and their search rows; the client's files stay. Removed sessions are not captured again, unless you name their file. `stet gc` frees the space, and leaves no word of them in it.",
  writes: true,
  arguments: { sessions: sessions({ optional: true }) },
  options: {
    older_than: time('remove every session without changes since then: 90d, or a date', { label: 'T' }),
    by: text('remove sessions of this user: ada, or ada@desk; without sessions or --older-than, all of them', {
      label: 'USER',
      max: 200,
      standard: 'you',
    }),
  },
  examples: [
    { command: 'stet forget 40e785a0 --dry-run', does: 'lists everything that would be removed' },
    {
      command: 'stet forget --older-than 90d',
      does: 'removes every session of yours without changes for three months',
    },
    { command: 'stet forget --by ada --dry-run', does: 'lists every session of ada that would be removed' },
  ],
  output: object({
    forgotten: list(
      object({ session: string, title: orNull(string), bytes: number, dependents: list(string), files: list(string) }),
    ),
  }),
  outputNote:
    'dependents are the sessions and commits that were made from it; they stay. files are those of the record itself that go with it.',
  offer: { cli: true },
  async run(call) {
    const { dryRun } = call
    const { sessions: references, older_than: older, by } = call.input
    const isNamed = references.length > 0
    if (isNamed ? older !== undefined : older === undefined && by === undefined) {
      throw new Failure('usage', 'Name the sessions to remove, or give --older-than or --by.', {
        hint: 'stet forget 40e785a0 --dry-run',
      })
    }
    const { forget, forgettable, refuseOthers } = await import('../../care/forget.ts')
    const workspace = await call.workspace()
    const before = older === undefined ? undefined : timeOf(older, workspace.clock())
    const sessions = isNamed ? await call.sessions(references) : await forgettable(workspace, { by, before })
    refuseOthers(workspace, sessions, by)
    const value = await forget(workspace, sessions, { dryRun })
    const bytes = value.forgotten.reduce((sum, one) => sum + one.bytes, 0)
    return {
      value,
      text: (screen, shown: typeof value) =>
        [
          ...value.forgotten.map(({ session, title, dependents, files }) =>
            [
              `  ${screen.cyan(shortId(session))} ${plainLine(title ?? '')}`.trimEnd(),
              ...files.map((path) => `    and ${screen.path(path)}`),
              ...(dependents.length > 0 ? [`    stays: ${dependents.map(shortId).join(', ')}`] : []),
            ].join('\n'),
          ),
          `${dryRun ? 'Would remove' : 'Removed'} ${count(shown.forgotten.length, 'session')}, ${bytesOf(bytes)}.`,
          ...(dryRun ? [] : [`${screen.dim('→')} stet gc gives the space back.`]),
        ].join('\n'),
    }
  },
})

function timeOf(text: string, now: Date): string {
  const time = userTime(text, now)?.at
  if (time !== undefined) return time
  throw new Failure('usage', `${JSON.stringify(text.slice(0, 40))} is not a time.`, { hint: 'Use 90d, or 2026-01-31.' })
}
