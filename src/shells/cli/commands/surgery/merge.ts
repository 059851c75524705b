import { defineCommand } from '../../command.ts'
import { OPERATION_JSON, OPERATION_OPTIONS, operationAnswer, surgeryOptions } from '../../operation.ts'

export const mergeCommand = defineCommand({
  name: 'merge',
  group: 'Surgery',
  summary: 'several sessions become one',
  about:
    'Rounds of all sessions by the time they started, each once. A legend tells the agent which rounds came from whom.',
  writes: true,
  arguments: { sessions: { summary: 'two sessions or more', many: true } },
  options: OPERATION_OPTIONS,
  examples: [{ command: 'stet merge 40e785a0 7b1c22d9', does: 'one session with the rounds of both' }],
  json: OPERATION_JSON,
  async run({ args, options, dryRun, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { mergeSessions } = await import('../../../../actions/surgery/operations.ts')
    const opened = await workspace()
    const sessions = []
    for (const reference of args.sessions) sessions.push(await resolveSession(opened, reference))
    const value = await mergeSessions(opened, sessions, await surgeryOptions(options, dryRun))
    return operationAnswer(opened, value, { exec: options.exec, dryRun })
  },
})
