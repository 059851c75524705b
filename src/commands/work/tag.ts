import { shortId } from '../../model/id.ts'
import { rangeText } from '../../model/range.ts'
import type { Tagged } from '../../work/tag.ts'
import { defineCommand } from '../kit/command.ts'
import { engagement, range, session } from '../kit/fields.ts'
import { TAGGED } from '../kit/shapes.ts'
import { count } from '../kit/text/format.ts'

export const tag = defineCommand({
  name: 'tag',
  topic: 'work',
  summary: 'Put rounds into an engagement, a named workstream',
  writes: true,
  arguments: {
    session: session(),
    range: range(),
    engagement: engagement({
      summary: 'the engagement, in lower-case words joined by hyphens, such as console-work',
      names: { cli: 'id' },
    }),
  },
  options: {},
  examples: [{ command: 'stet tag latest 3-9,12 console-work', does: 'puts eight rounds into console-work' }],
  output: TAGGED,
  offer: { cli: true, http: true },
  async run({ input, dryRun, session, workspace }) {
    const { tag } = await import('../../work/tag.ts')
    const { range, engagement } = input
    const value = await tag(await workspace(), await session(input.session), { range, engagement, dryRun })
    return {
      value,
      text: (_, shown: typeof value) =>
        `${count(shown.tagged.length, 'round')} of ${shortId(shown.session)} (${rangeText(shown.tagged)}) ${dryRun ? 'would be' : shown.tagged.length === 1 ? 'is' : 'are'} in ${engagement}${moved(shown, engagement)}.`,
    }
  },
})

/** Which other engagements the rounds were in before. */
function moved({ previous }: Tagged, id: string): string {
  const from = [...new Set(Object.values(previous).filter((engagement) => engagement !== null && engagement !== id))]
  return from.length === 0 ? '' : `, before in ${from.join(', ')}`
}
