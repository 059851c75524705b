import { Failure } from '../../model/errors.ts'
import { defineCommand } from '../kit/command.ts'
import { flag } from '../kit/field.ts'
import { engagement, range, session } from '../kit/fields.ts'
import { TAGGED } from '../kit/shapes.ts'
import { count } from '../kit/text/format.ts'

export const tagRounds = defineCommand({
  name: 'tag rounds',
  topic: 'work',
  summary: 'Put rounds of a session into an engagement, a named workstream, or take them out',
  writes: true,
  arguments: { session: session(), range: range() },
  options: {
    engagement: engagement(),
    untag: flag('take the rounds out of any engagement'),
  },
  examples: [
    {
      command: 'tag {"session":"latest","range":"3-9","engagement":"console-work"}',
      does: 'puts seven rounds into console-work',
    },
  ],
  output: TAGGED,
  offer: { mcp: { name: 'tag', fields: ['session', 'range', 'engagement', 'untag'] } },
  async run({ input, session, workspace }) {
    const { range, engagement, untag } = input
    if ((engagement === undefined) !== untag) {
      throw new Failure('usage', 'tag: give either an engagement or untag.', {
        hint: 'For example {"session":"latest","range":"3-9","engagement":"console-work"}.',
      })
    }
    const { tag } = await import('../../work/tag.ts')
    const value = await tag(await workspace(), await session(input.session), { range, engagement: engagement ?? null })
    return {
      value,
      text: (_, shown: typeof value) =>
        `${count(shown.tagged.length, 'round')} of ${shown.session} ${shown.tagged.length === 1 ? 'is' : 'are'} in ${engagement ?? 'no engagement'}: ${shown.tagged.join(', ')}.`,
    }
  },
})
