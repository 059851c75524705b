import { defineCommand } from '../../command.ts'

export const listNames = defineCommand({
  name: 'ctx list',
  group: 'Chains',
  summary: 'every name with its commit',
  arguments: {},
  options: {},
  examples: [{ command: 'stet ctx list', does: 'lists the names' }],
  json: '[{name,context_id}]',
  async run({ workspace }) {
    const { listContextNames } = await import('../../../../actions/ctx/names.ts')
    const value = await listContextNames(await workspace({ onlyLooks: true }))
    return {
      value,
      text: (screen) =>
        value.length === 0
          ? `No context has a name yet.\n${screen.dim('→')} stet ctx set NAME latest`
          : value.map(({ name, context_id }) => `${screen.cyan(name)}  ${context_id}`).join('\n'),
    }
  },
})
