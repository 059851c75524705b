import { defineCommand, SESSION } from '../../command.ts'
import { launchCommand } from '../../launch-command.ts'
import { OPERATION_JSON, operationAnswer } from '../../operation.ts'
import { ERR, write } from '../../output.ts'

export const rolloverCommand = defineCommand({
  name: 'rollover',
  group: 'Surgery',
  summary: 'hand over to a fresh session that begins with a summary',
  about:
    'The whole session is in the record first, and the archive command of the settings is run. The new session begins with the handoff: the file that the agent wrote, with the headings Current Task, Key Decisions, Modified Files, Immediate Next Steps and Critical Context; or one made from what the record shows; or with --quick only where the session before is. The old session ends with the reason rollover.',
  writes: true,
  arguments: { session: SESSION },
  options: {
    'summary-file': { summary: 'the handoff that was written', value: 'FILE', complete: 'file' },
    quick: { summary: 'no handoff, only where the session before is' },
    issue: { summary: 'what the work is about, such as "issue #12"', value: 'REF' },
    out: { summary: 'where to write it, instead of where the client looks', value: 'PATH', complete: 'file' },
    force: { summary: 'replace a session that is there already; undo brings it back' },
    exec: { summary: 'resume the new session at once' },
  },
  examples: [
    { command: 'stet rollover latest --summary-file handoff.md', does: 'with what the agent wrote' },
    { command: 'stet rollover latest --exec', does: 'with a handoff from the record, and starts the client' },
  ],
  json: `${OPERATION_JSON}; and {prompt,session_number}`,
  async run({ args, options, dryRun, storeDir, workspace, signal }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { rolloverSession } = await import('../../../../actions/surgery/rollover-session.ts')
    const opened = await workspace()
    const value = await rolloverSession(opened, await resolveSession(opened, args.session), {
      summaryFile: options['summary-file'],
      isQuick: options.quick,
      issue: options.issue,
      out: options.out,
      force: options.force,
      dryRun,
      archiving: { signal, heard: (output) => write(ERR, output) },
    })
    const answer = operationAnswer(opened, value, { exec: options.exec, dryRun })
    return options.exec && !dryRun ? { ...answer, ...(await launchCommand(opened, value, storeDir)) } : answer
  },
})
