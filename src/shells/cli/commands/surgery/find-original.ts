import { defineCommand, SESSION } from '../../command.ts'

export const findOriginal = defineCommand({
  name: 'find-original',
  group: 'Surgery',
  summary: 'the sessions a session began with',
  arguments: { session: SESSION },
  options: {},
  examples: [{ command: 'stet find-original latest', does: 'where it all began, itself if it was never cut' }],
  json: '{session,sessions:[]}',
  async run({ args, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { endsOf, lineage } = await import('../../../../actions/surgery/lineage.ts')
    const opened = await workspace()
    const session = await resolveSession(opened, args.session)
    const ends = endsOf((await lineage(opened, session)).parents, 'parents')
    const sessions = ends.length === 0 ? [session.id] : ends
    return { value: { session: session.id, sessions }, text: () => sessions.join('\n') }
  },
})
