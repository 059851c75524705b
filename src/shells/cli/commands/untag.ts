import { shortId } from '../../../model/id.ts'
import { rangeText } from '../../../model/range.ts'
import { defineCommand, RANGE, SESSION } from '../command.ts'
import { count } from '../format.ts'

export const untag = defineCommand({
  name: 'untag',
  group: 'Workstreams',
  summary: 'take rounds out of their engagement',
  writes: true,
  arguments: { session: SESSION, range: RANGE },
  options: {},
  examples: [{ command: 'stet untag latest 12', does: 'round 12 belongs to no engagement any more' }],
  json: '{session,tagged:[round],previous:{round:id}}',
  async run({ args, dryRun, workspace }) {
    const { resolveSession } = await import('../../../actions/resolve-session.ts')
    const { tag } = await import('../../../actions/engagements/tag.ts')
    const opened = await workspace()
    const session = await resolveSession(opened, args.session)
    const value = await tag(opened, session, { range: args.range, engagement: null, dryRun })
    const left = Object.entries(value.previous).flatMap(([round, engagement]) =>
      engagement === null ? [] : [Number(round)],
    )
    const name = shortId(value.session)
    return {
      value,
      text: () =>
        left.length === 0
          ? `No engagement had ${value.tagged.length === 1 ? 'round' : 'rounds'} ${rangeText(value.tagged)} of ${name}.`
          : `${count(left.length, 'round')} of ${name} (${rangeText(left)}) ${dryRun ? 'would be' : left.length === 1 ? 'is' : 'are'} in no engagement any more.`,
    }
  },
})
