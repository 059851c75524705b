import { defineCommand } from '../../command.ts'

export const resolve = defineCommand({
  name: 'ctx resolve',
  group: 'Chains',
  summary: 'the last commit of a principal at a time',
  arguments: {},
  options: {
    principal: { summary: 'who: <user>@<host>/<client>; you without it', value: 'WHO' },
    at: { summary: 'when', value: 'TIME', required: true, time: true },
  },
  examples: [
    { command: 'stet ctx resolve --at 2026-03-19T11:23:00+01:00', does: 'what your agent knew at that moment' },
  ],
  json: '{context_id,commit_id}',
  async run({ options, workspace }) {
    const { resolveAt } = await import('../../../../actions/ctx/history.ts')
    const opened = await workspace({ onlyLooks: true })
    const value = await resolveAt(opened, options.principal, options.at)
    const { userTime } = await import('../../../../model/time.ts')
    const at = userTime(options.at)?.at
    return { value, text: () => value.commit_id ?? `No commit at or before ${at}.` }
  },
})
