import { shortId } from '../../model/id.ts'
import { rangeText } from '../../model/range.ts'
import { defineCommand } from '../kit/command.ts'
import { range, session } from '../kit/fields.ts'
import { TAGGED } from '../kit/shapes.ts'
import { count } from '../kit/text/format.ts'

export const untag = defineCommand({
  name: 'untag',
  topic: 'work',
  summary: 'Take rounds out of their engagement',
  writes: true,
  arguments: { session: session(), range: range() },
  options: {},
  examples: [{ command: 'stet untag latest 12', does: 'takes round 12 out of its engagement' }],
  output: TAGGED,
  offer: { cli: true, http: true },
  async run({ input, dryRun, session, workspace }) {
    const { tag } = await import('../../work/tag.ts')
    const { range } = input
    const value = await tag(await workspace(), await session(input.session), { range, engagement: null, dryRun })
    const left = Object.entries(value.previous).flatMap(([round, engagement]) =>
      engagement === null ? [] : [Number(round)],
    )
    const name = shortId(value.session)
    return {
      value,
      text: (_, shown: typeof value) =>
        left.length === 0
          ? `No engagement had ${shown.tagged.length === 1 ? 'round' : 'rounds'} ${rangeText(shown.tagged)} of ${name}.`
          : `${count(left.length, 'round')} of ${name} (${rangeText(left)}) ${dryRun ? 'would be' : left.length === 1 ? 'is' : 'are'} in no engagement any more.`,
    }
  },
})
