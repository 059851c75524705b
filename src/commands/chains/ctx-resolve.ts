import { userTime } from '../../model/user-time.ts'
import { defineCommand } from '../kit/command.ts'
import { text } from '../kit/field.ts'
import { time } from '../kit/fields.ts'
import { object, orNull, string } from '../kit/shape.ts'

export const ctxResolve = defineCommand({
  name: 'ctx resolve',
  topic: 'chains',
  summary: 'Find the last commit that a user had at a given time',
  arguments: {},
  options: {
    principal_local: text('the user and client: <user>@<host>/<client>', {
      label: 'WHO',
      max: 400,
      standard: 'you, with any client',
      names: { cli: 'principal' },
    }),
    timestamp: time('the time', { required: true, max: 60, names: { cli: 'at' } }),
  },
  examples: [
    {
      command: 'stet ctx resolve --at 2026-03-19T11:23:00+01:00',
      does: 'prints your last commit at that moment: it holds everything your agent knew',
    },
  ],
  output: object({ context_id: orNull(string), commit_id: orNull(string) }),
  outputNote: 'Both are the same id, or null where there is no commit.',
  offer: { cli: true, http: true },
  async run({ input, workspace }) {
    const { resolveAt } = await import('../../brief/history.ts')
    const opened = await workspace({ onlyLooks: true })
    const value = await resolveAt(opened, input.principal_local, input.timestamp)
    const at = userTime(input.timestamp, opened.clock())?.at
    return { value, text: (_, shown: typeof value) => shown.commit_id ?? `No commit at or before ${at}.` }
  },
})
