import { shortId } from '../../model/id.ts'
import { defineCommand } from '../kit/command.ts'
import { ACTIVE } from '../kit/engagement-status.ts'
import { sessions } from '../kit/fields.ts'
import { list, number, object, string } from '../kit/shape.ts'
import { count } from '../kit/text/format.ts'

export const engageTag = defineCommand({
  name: 'engage tag',
  topic: 'work',
  summary: 'Tag the rounds that began in a phase of an engagement',
  about: 'Rounds of another engagement stay there.',
  writes: true,
  arguments: { sessions: sessions() },
  options: { id: ACTIVE },
  examples: [{ command: 'stet engage tag latest --dry-run', does: 'counts the rounds that began in its phases' }],
  output: object({
    engagement: string,
    sessions: list(
      object({ session: string, tagged: list(number), skipped: list(object({ rounds: string, why: string })) }),
    ),
  }),
  offer: { cli: true },
  async run({ input, dryRun, sessions, workspace }) {
    const { theEngagement } = await import('../../work/engage.ts')
    const { tagByPhases } = await import('../../work/tag-by-phases.ts')
    const opened = await workspace()
    const found = await sessions(input.sessions)
    const value = await tagByPhases(opened, theEngagement(opened, input.id), found, { dryRun })
    const rounds = value.sessions.reduce((sum, { tagged }) => sum + tagged.length, 0)
    return {
      value,
      text: (_, shown: typeof value) => {
        const verb = dryRun ? 'would be' : rounds === 1 ? 'is' : 'are'
        const skipped = shown.sessions.flatMap(({ session, skipped }) =>
          skipped.map(({ rounds, why }) => `${shortId(session)} ${rounds}: ${why}, left as it is`),
        )
        return [`${count(rounds, 'round')} ${verb} in ${shown.engagement}.`, ...skipped].join('\n')
      },
    }
  },
})
