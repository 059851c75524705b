import { defineCommand } from '../../command.ts'

export const current = defineCommand({
  name: 'ctx current',
  group: 'Chains',
  summary: 'the commit of this moment, for tickets and trailers',
  about: 'What the session got since it was last read is captured first.',
  arguments: {},
  options: { session: { summary: 'of this session, instead of the newest of this folder', value: 'SESSION' } },
  examples: [{ command: 'stet ctx current', does: 'prints the id of the newest commit of this folder' }],
  json: '{context_id}',
  async run({ options, workspace }) {
    const { currentContext } = await import('../../../../actions/ctx/history.ts')
    const value = await currentContext(await workspace(), options.session)
    return { value, text: () => value.context_id ?? 'No commit yet.' }
  },
})
