import { defineCommand } from '../kit/command.ts'
import { CONTEXT_NAME } from '../kit/fields.ts'
import { list } from '../kit/shape.ts'
import { NAMED_CONTEXT } from '../kit/shapes.ts'
import { plainLine } from '../kit/text/plain-text.ts'

export const ctxList = defineCommand({
  name: 'ctx list',
  topic: 'chains',
  summary: 'List the names of commits',
  arguments: {
    prefix: {
      ...CONTEXT_NAME,
      summary: 'only names that begin like this, such as review/',
      optional: true,
      empty: true,
    },
  },
  options: {},
  examples: [
    { command: 'stet ctx list', does: 'lists every name with its commit' },
    { command: 'stet ctx list review/', does: 'lists the names that begin with review/' },
  ],
  output: list(NAMED_CONTEXT),
  offer: { cli: true, http: true },
  async run({ input: { prefix }, workspace }) {
    const { listContextNames } = await import('../../record/chain/names.ts')
    const value = await listContextNames(await workspace({ onlyLooks: true }), prefix)
    return {
      value,
      text: (screen, shown: typeof value) =>
        shown.length === 0
          ? `No context has ${prefix === undefined ? 'a name yet' : `a name that begins with ${plainLine(prefix)}`}.\n${screen.dim('→')} stet ctx ${prefix === undefined ? 'set NAME latest' : 'list'}`
          : shown.map(({ name, context_id }) => `${screen.cyan(name)}  ${context_id}`).join('\n'),
    }
  },
})
