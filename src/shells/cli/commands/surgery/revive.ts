import { defineCommand, SESSION } from '../../command.ts'
import { OPERATION_JSON, OPERATION_OPTIONS, operationAnswer, surgeryOptions } from '../../operation.ts'
import { wholeNumber } from '../../whole-number.ts'

export const reviveCommand = defineCommand({
  name: 'revive',
  group: 'Surgery',
  summary: 'go on with a session: what is old as an index, the rest whole',
  about:
    "Takes what is new in the session's file into the record, turns all but the last ten rounds into an index, and writes the result as a new session. With --before-compaction it goes on from what was said before the client compacted the session, and since, in place of the client's summary.",
  writes: true,
  arguments: { session: SESSION },
  options: {
    before: { summary: 'everything before this becomes an index: a time, or round:N', value: 'T', time: true },
    'keep-recent': { summary: 'everything but the last K rounds does; 10 unless given', value: 'K' },
    'before-compaction': { summary: "from the originals, not from the client's summary of them" },
    ...OPERATION_OPTIONS,
  },
  examples: [
    { command: 'stet revive 40e785a0 --exec', does: 'and starts the client with it' },
    { command: 'stet revive latest --before-compaction', does: 'brings back what a compaction left out' },
  ],
  json: OPERATION_JSON,
  async run({ args, options, dryRun, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { reviveSession } = await import('../../../../actions/surgery/revive-session.ts')
    const recent = options['keep-recent']
    const opened = await workspace()
    const value = await reviveSession(opened, await resolveSession(opened, args.session), {
      ...(await surgeryOptions(options, dryRun)),
      before: options.before,
      ...(recent !== undefined && { keepRecent: wholeNumber(recent, '--keep-recent') }),
      beforeCompaction: options['before-compaction'],
    })
    return operationAnswer(opened, value, { exec: options.exec, dryRun })
  },
})
