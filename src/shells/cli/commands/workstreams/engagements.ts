import { shortId } from '../../../../model/id.ts'
import { defineCommand } from '../../command.ts'
import { count } from '../../format.ts'

export const engagements = defineCommand({
  name: 'engagements',
  group: 'Workstreams',
  summary: 'every engagement, its rounds, and tags that look odd',
  arguments: {},
  options: { lint: { summary: 'only tags that look odd; status 1 where there are some' } },
  examples: [
    { command: 'stet engagements --lint', does: 'single rounds inside another engagement, to and fro, short runs' },
  ],
  json: '{engagements:[{engagement,rounds,started,ended,sessions:[{session,range}]}],odd:[{session,range,what,engagement,why}]}',
  async run({ options, workspace }) {
    const { listEngagements } = await import('../../../../actions/engagements/list-engagements.ts')
    const value = await listEngagements(await workspace({ onlyLooks: true }))
    const odd = value.odd.map(
      ({ session, range, engagement, why }) => `odd: ${shortId(session)} ${range} ${engagement}: ${why}`,
    )
    return {
      value,
      exit: options.lint && odd.length > 0 ? 1 : 0,
      text: (screen) => {
        if (options.lint) return odd.length === 0 ? 'No tag looks odd.' : odd.join('\n')
        if (value.engagements.length === 0) return `No round is in an engagement.\n${screen.dim('→')} stet tag suggest`
        const rows = value.engagements.map(({ engagement, rounds, ended, sessions }) => {
          const where = sessions.map(({ session, range }) => `${shortId(session)}:${range}`)
          return `${screen.bold(engagement)}  ${count(rounds, 'round')}  ${screen.dim(ended?.slice(0, 10) ?? '')}  ${where.join(' ')}`
        })
        return [...rows, ...odd.map((line) => screen.dim(line))].join('\n')
      },
    }
  },
})
