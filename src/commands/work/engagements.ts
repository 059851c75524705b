import { shortId } from '../../model/id.ts'
import { defineCommand } from '../kit/command.ts'
import { flag } from '../kit/field.ts'
import { list, number, object, oneOf, orNull, string } from '../kit/shape.ts'
import { PLACES } from '../kit/shapes.ts'
import { count } from '../kit/text/format.ts'

export const engagements = defineCommand({
  name: 'engagements',
  topic: 'work',
  summary: 'List the engagements with their rounds, and tags that look wrong',
  about: 'The last used is first.',
  arguments: {},
  options: { lint: flag('list only tags that look wrong; exit with status 1 if there are any', { only: ['cli'] }) },
  examples: [
    {
      command: 'stet engagements --lint',
      does: 'lists single rounds inside another engagement, alternating tags, and short runs',
    },
  ],
  output: object({
    engagements: list(
      object({ engagement: string, rounds: number, started: orNull(string), ended: orNull(string), sessions: PLACES }),
    ),
    odd: list(
      object({
        session: string,
        range: string,
        what: oneOf(['isolated', 'alternating', 'short']),
        engagement: string,
        why: string,
      }),
    ),
  }),
  offer: { cli: true, http: true },
  async run({ input: { lint }, workspace }) {
    const { listEngagements } = await import('../../work/list-engagements.ts')
    const value = await listEngagements(await workspace({ onlyLooks: true }))
    const odd = value.odd.map(
      ({ session, range, engagement, why }) => `odd: ${shortId(session)} ${range} ${engagement}: ${why}`,
    )
    return {
      value,
      exit: lint && odd.length > 0 ? 1 : 0,
      text: (screen, shown: typeof value) => {
        if (lint) return odd.length === 0 ? 'No tag looks odd.' : odd.join('\n')
        if (shown.engagements.length === 0) return `No round is in an engagement.\n${screen.dim('→')} stet tag suggest`
        const rows = shown.engagements.map(({ engagement, rounds, ended, sessions }) => {
          const where = sessions.map(({ session, range }) => `${shortId(session)}:${range}`)
          return `${screen.bold(engagement)}  ${count(rounds, 'round')}  ${screen.dim(ended?.slice(0, 10) ?? '')}  ${where.join(' ')}`
        })
        return [...rows, ...odd.map((line) => screen.dim(line))].join('\n')
      },
    }
  },
})
