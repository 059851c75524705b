import { defineCommand } from '../../command.ts'

export const current = defineCommand({
  name: 'ctx current',
  group: 'Chains',
  summary: 'the commit of this moment, for tickets and trailers',
  about:
    'What the session got since it was last read is captured first. Without --session it is that of $STET_SESSION_ID, else the one in which Claude Code or Codex runs the command, else the newest of this folder.',
  arguments: {},
  options: { session: { summary: 'of this session, instead of the newest of this folder', value: 'SESSION' } },
  examples: [{ command: 'stet ctx current', does: 'prints the id of the newest commit of this folder' }],
  json: '{context_id}',
  async run({ options, environment, workspace }) {
    const { currentContext } = await import('../../../../actions/ctx/history.ts')
    const value = await currentContext(await workspace(), options.session ?? environment.agent.session)
    return { value, text: () => value.context_id ?? 'No commit yet.' }
  },
})
