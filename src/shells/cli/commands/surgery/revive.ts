import type { StillOpen } from '../../../../actions/digest/still-open.ts'
import { defineCommand, SESSION } from '../../command.ts'
import { OPERATION_JSON, OPERATION_OPTIONS, operatedText, operationAnswer, surgeryOptions } from '../../operation.ts'
import { plainLine } from '../../plain-text.ts'
import type { Screen } from '../../screen.ts'
import { wrap } from '../../table.ts'
import { wholeNumber } from '../../whole-number.ts'

export const reviveCommand = defineCommand({
  name: 'revive',
  group: 'Surgery',
  summary: 'go on with a session: what is old as an index, the rest whole',
  about:
    "Takes what is new in the session's file into the record, turns all before the last phase of the engagement into an index, or without one all but the last ten rounds, and writes the result as a new session. With --before-compaction it goes on from what was said before the client compacted the session, and since, in place of the client's summary.",
  writes: true,
  arguments: { session: SESSION },
  options: {
    before: { summary: 'everything before this becomes an index: a time, round:N, or a phase', value: 'T', time: true },
    'keep-recent': { summary: 'everything but the last K rounds does', value: 'K' },
    'before-compaction': { summary: "from the originals, not from the client's summary of them" },
    ...OPERATION_OPTIONS,
  },
  examples: [
    { command: 'stet revive 40e785a0 --exec', does: 'and starts the client with it' },
    { command: 'stet revive latest --before-compaction', does: 'brings back what a compaction left out' },
  ],
  json: `${OPERATION_JSON}; and {still_open:[{kind:rule|thread,text,round}]}`,
  async run({ args, options, dryRun, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { reviveSession } = await import('../../../../actions/surgery/revive-session.ts')
    const recent = options['keep-recent']
    const { stillOpen } = await import('../../../../actions/digest/still-open.ts')
    const opened = await workspace()
    const session = await resolveSession(opened, args.session)
    const value = await reviveSession(opened, session, {
      ...(await surgeryOptions(options, dryRun)),
      before: options.before,
      ...(recent !== undefined && { keepRecent: wholeNumber(recent, '--keep-recent') }),
      beforeCompaction: options['before-compaction'],
    })
    const open = await stillOpen(opened, session, value.sessions[0]?.indexed_rounds ?? '')
    return {
      ...operationAnswer(opened, value, { exec: options.exec, dryRun }),
      value: { ...value, still_open: open },
      text: (screen) =>
        [operatedText(value, screen, { dryRun, here: opened.cwd }), ...openText(open, screen)].join('\n'),
    }
  },
})

/** What of the rounds in the index still holds, so that nobody has to look it up to know. */
function openText(open: readonly StillOpen[], screen: Screen): readonly string[] {
  return open.flatMap(({ kind, text, round }) =>
    wrap(plainLine(`${kind === 'rule' ? 'rule' : 'still open'}: ${text} (round ${round})`), screen.columns - 2).map(
      (line) => `  ${line}`,
    ),
  )
}
