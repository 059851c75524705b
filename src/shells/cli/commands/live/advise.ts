import { defineCommand, SESSION } from '../../command.ts'
import { definitions } from '../../table.ts'

export const adviseCommand = defineCommand({
  name: 'advise',
  group: 'Live',
  summary: 'which operation fits a session now, with the exact command',
  about:
    'Below the first threshold nothing is advised. Then a trim, where it frees enough; else what fits of: closed work becomes an index, two workstreams are split, one gets a session of its own, sessions split before are merged, what is finished becomes an index, or a fresh session takes over. Where nobody tagged the session and it seems to hold several workstreams, it says so.',
  arguments: { session: { ...SESSION, optional: true } },
  options: {},
  examples: [{ command: 'stet advise', does: 'for the newest session of this folder' }],
  json: '{session,level,percent,action,command,why,split:{workstreams,command,why}|null}',
  async run({ args, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { pressureOf } = await import('../../../../actions/pressure/pressure-of.ts')
    const opened = await workspace()
    const { session, level, percent, advice } = await pressureOf(
      opened,
      await resolveSession(opened, args.session ?? 'latest'),
    )
    const { splitHint } = await import('../../../../actions/engagements/split-hint.ts')
    const split = await splitHint(opened, await resolveSession(opened, session))
    const rows = [advice, ...(split ? [split] : [])].map(({ command, why }): [string, string] => [command, why])
    return { value: { session, level, percent, ...advice, split }, text: (screen) => definitions(rows, screen) }
  },
})
