import type { Tagged } from '../../../actions/engagements/tag.ts'
import { shortId } from '../../../model/id.ts'
import { rangeText } from '../../../model/range.ts'
import { defineCommand, RANGE, SESSION } from '../command.ts'
import { count } from '../format.ts'

export const tag = defineCommand({
  name: 'tag',
  group: 'Workstreams',
  summary: 'put rounds into an engagement, a named workstream',
  writes: true,
  arguments: {
    session: SESSION,
    range: RANGE,
    id: { summary: 'the engagement, in lower-case words joined by hyphens', complete: 'engagement' },
  },
  options: {},
  examples: [{ command: 'stet tag latest 3-9,12 console-work', does: 'eight rounds belong to console-work now' }],
  json: '{session,tagged:[round],previous:{round:id}}',
  async run({ args, dryRun, workspace }) {
    const { resolveSession } = await import('../../../actions/resolve-session.ts')
    const { tag } = await import('../../../actions/engagements/tag.ts')
    const opened = await workspace()
    const session = await resolveSession(opened, args.session)
    const value = await tag(opened, session, { range: args.range, engagement: args.id, dryRun })
    return {
      value,
      text: () =>
        `${count(value.tagged.length, 'round')} of ${shortId(value.session)} (${rangeText(value.tagged)}) ${dryRun ? 'would be' : value.tagged.length === 1 ? 'is' : 'are'} in ${args.id}${moved(value, args.id)}.`,
    }
  },
})

/** Which other engagements the rounds were in before. */
function moved({ previous }: Tagged, id: string): string {
  const from = [...new Set(Object.values(previous).filter((engagement) => engagement !== null && engagement !== id))]
  return from.length === 0 ? '' : `, before in ${from.join(', ')}`
}
