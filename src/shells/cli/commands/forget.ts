import { Failure } from '../../../model/errors.ts'
import { shortId } from '../../../model/id.ts'
import { userTime } from '../../../model/time.ts'
import { defineCommand } from '../command.ts'
import { bytesOf, count } from '../format.ts'
import { plainLine } from '../plain-text.ts'

const DAY_MS = 86_400_000

export const forgetCommand = defineCommand({
  name: 'forget',
  group: 'Maintain',
  summary: 'remove sessions from the record for good',
  about:
    'Their subagents, what was kept with them and their search rows go too; the client’s files stay. A mark remains, so that they are not captured again unless you name their file. stet gc gives the space back.',
  writes: true,
  arguments: { sessions: { summary: 'the sessions to remove', many: true, optional: true } },
  options: { 'older-than': { summary: 'every session not written to since: 90d, or a date', value: 'T', time: true } },
  examples: [
    { command: 'stet forget 40e785a0 --dry-run', does: 'says what would be removed' },
    { command: 'stet forget --older-than 90d', does: 'removes what nobody wrote to for three months' },
  ],
  json: '{forgotten:[{session,title,bytes,dependents:[session|commit]}]}',
  async run(call) {
    const older = call.options['older-than']
    if ((older === undefined) === (call.args.sessions.length === 0)) {
      throw new Failure('usage', 'Name the sessions to remove, or give --older-than.', {
        hint: 'stet forget 40e785a0 --dry-run',
      })
    }
    const { forget, sessionsOlderThan } = await import('../../../actions/maintain/forget.ts')
    const { resolveSession } = await import('../../../actions/resolve-session.ts')
    const workspace = await call.workspace()
    const sessions =
      older === undefined
        ? await Promise.all(call.args.sessions.map((reference) => resolveSession(workspace, reference)))
        : await sessionsOlderThan(workspace, timeOf(older, workspace.clock()))
    const value = await forget(workspace, sessions, { dryRun: call.dryRun })
    const bytes = value.forgotten.reduce((sum, one) => sum + one.bytes, 0)
    return {
      value,
      text: (screen) =>
        [
          ...value.forgotten.map(({ session, title, dependents }) =>
            [
              `  ${screen.cyan(shortId(session))} ${plainLine(title ?? '')}`.trimEnd(),
              ...(dependents.length > 0 ? [`    stays: ${dependents.map(shortId).join(', ')}`] : []),
            ].join('\n'),
          ),
          `${call.dryRun ? 'Would remove' : 'Removed'} ${count(value.forgotten.length, 'session')}, ${bytesOf(bytes)}.`,
          ...(call.dryRun ? [] : [`${screen.dim('→')} stet gc gives the space back.`]),
        ].join('\n'),
    }
  },
})

function timeOf(text: string, now: Date): string {
  const days = /^(\d{1,5})d$/.exec(text)
  const time = days ? new Date(now.getTime() - Number(days[1]) * DAY_MS).toISOString() : userTime(text)?.at
  if (time !== undefined) return time
  throw new Failure('usage', `${JSON.stringify(text.slice(0, 40))} is no time.`, { hint: 'Use 90d, or 2026-01-31.' })
}
