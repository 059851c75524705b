import type { StillOpen } from '../../brief/session-brief.ts'
import { REVIVED_ROUNDS } from '../../model/defaults.ts'
import { defineCommand } from '../kit/command.ts'
import { flag, int } from '../kit/field.ts'
import { BORDER, session } from '../kit/fields.ts'
import { OPERATION_OPTIONS, operationAnswer, surgeryOptions } from '../kit/operation.ts'
import { extended, list, number, object, oneOf, string } from '../kit/shape.ts'
import { OPERATED, OPERATED_NOTE } from '../kit/shapes.ts'
import { plainLine } from '../kit/text/plain-text.ts'
import type { Screen } from '../kit/text/screen.ts'
import { wrap } from '../kit/text/table.ts'

export const revive = defineCommand({
  name: 'revive',
  topic: 'cut',
  summary: 'Continue a session with its older rounds as an index',
  about:
    "Captures what is new in the session's file, replaces older rounds by an index, and writes the result as a new session. Older is everything before the last phase of the engagement, or without one all but the last ten rounds. With --before-compaction the new session has the original rounds in place of the client's summary.",
  writes: true,
  arguments: { session: session() },
  options: {
    before: BORDER,
    keep_recent: int('rounds at the end to keep whole', {
      max: 1_000_000,
      label: 'K',
      standard: String(REVIVED_ROUNDS),
    }),
    before_compaction: flag("use the original rounds, not the client's summary of them"),
    ...OPERATION_OPTIONS,
  },
  examples: [
    { command: 'stet revive 40e785a0 --exec', does: 'writes the new session and resumes it' },
    { command: 'stet revive latest --before-compaction', does: 'brings back the rounds that a compaction left out' },
  ],
  output: extended(OPERATED, {
    'still_open?': list(object({ kind: oneOf(['rule', 'open', 'next']), text: string, round: number })),
  }),
  outputNote: `${OPERATED_NOTE} still_open is there only in a terminal.`,
  offer: {
    cli: true,
    http: true,
    viewer: { title: 'Revive', key: 'r', on: 'session', needs: 'nothing', form: ['keep_recent', 'before_compaction'] },
  },
  async run(call) {
    const { reviveSession } = await import('../../surgery/revive-session.ts')
    const { stillOpen } = await import('../../brief/session-brief.ts')
    const { input, dryRun } = call
    const opened = await call.workspace()
    const session = await call.session(input.session)
    const value = await reviveSession(opened, session, {
      ...(await surgeryOptions(input, dryRun)),
      before: input.before,
      ...(input.keep_recent !== undefined && { keepRecent: input.keep_recent }),
      beforeCompaction: input.before_compaction,
    })
    const open = call.terminal ? await stillOpen(opened, session, value.sessions[0]?.indexed_rounds ?? '') : []
    const answer = await operationAnswer(opened, value, { exec: input.exec, dryRun })
    return {
      ...answer,
      printed: { ...value, still_open: open },
      text: (screen: Screen, shown: typeof value) => [answer.text(screen, shown), ...openText(open, screen)].join('\n'),
    }
  },
})

/** What of the rounds in the index still holds, so that nobody has to look it up to know. */
function openText(open: readonly StillOpen[], screen: Screen): readonly string[] {
  return open.flatMap(({ kind, text, round }) =>
    wrap(plainLine(`${kind === 'open' ? 'still open' : kind}: ${text} (round ${round})`), screen.columns - 2).map(
      (line) => `  ${line}`,
    ),
  )
}
