import { defineCommand } from '../../command.ts'
import { plainLine } from '../../plain-text.ts'

export const listNames = defineCommand({
  name: 'ctx list',
  group: 'Chains',
  summary: 'every name with its commit',
  arguments: {
    prefix: { summary: 'only names that begin so, such as review/', optional: true, complete: 'name' },
  },
  options: {},
  examples: [{ command: 'stet ctx list', does: 'lists the names' }],
  json: '[{name,context_id}]',
  async run({ args, workspace }) {
    const { listContextNames } = await import('../../../../actions/ctx/names.ts')
    const value = await listContextNames(await workspace({ onlyLooks: true }), args.prefix)
    return {
      value,
      text: (screen) =>
        value.length === 0
          ? `No context has ${args.prefix === undefined ? 'a name yet' : `a name that begins with ${plainLine(args.prefix)}`}.\n${screen.dim('→')} stet ctx ${args.prefix === undefined ? 'set NAME latest' : 'list'}`
          : value.map(({ name, context_id }) => `${screen.cyan(name)}  ${context_id}`).join('\n'),
    }
  },
})
