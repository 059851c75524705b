import { defineCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { list, number, object, orNull, string } from '../kit/shape.ts'
import { SUGGESTED } from '../kit/shapes.ts'
import { count } from '../kit/text/format.ts'

export const engagementsSuggest = defineCommand({
  name: 'engagements suggest',
  topic: 'work',
  summary: 'Group the rounds of a session into suggested engagements',
  about: 'Writes nothing.',
  arguments: { session: session() },
  options: {},
  examples: [{ command: 'POST /api/engagements/suggest {"session":"latest"}', does: 'groups the newest session' }],
  output: object({
    engagements: list(SUGGESTED),
    candidates: list(object({ ref: string, score: number, preview: string, engagement: string })),
    split: orNull(string),
  }),
  offer: { http: true },
  async run({ input, session, workspace }) {
    const { suggestEngagements } = await import('../../work/suggest-engagements.ts')
    const value = await suggestEngagements(await workspace(), { session: await session(input.session) })
    return {
      value,
      text: (_, shown: typeof value) =>
        shown.engagements.map(({ engagement, rounds }) => `${engagement}  ${count(rounds, 'round')}`).join('\n'),
    }
  },
})
