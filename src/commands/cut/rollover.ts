import { ownWords } from '../../model/passed.ts'
import { defineCommand } from '../kit/command.ts'
import { file, flag, text } from '../kit/field.ts'
import { PARTS, session, WITH_MODEL } from '../kit/fields.ts'
import { launchCommand } from '../kit/launch-command.ts'
import { operationAnswer, PLACING } from '../kit/operation.ts'
import { extended, number, string } from '../kit/shape.ts'
import { OPERATED, OPERATED_NOTE } from '../kit/shapes.ts'

export const rollover = defineCommand({
  name: 'rollover',
  topic: 'cut',
  summary: 'Hand over to a fresh session that begins with a summary',
  about:
    'Captures the whole session and runs the archive command of the settings first. The new session begins with a handoff of five headings, made of the entries that somebody wrote, of what tool calls show, and of what was said. A file with the headings Current Task, Key Decisions, Modified Files, Immediate Next Steps and Critical Context is read into entries first; the record must support each, and the others are listed as not found. The old session ends with the reason rollover.',
  writes: true,
  arguments: { session: session() },
  options: {
    summary_file: file('the handoff that the agent wrote'),
    model: WITH_MODEL,
    quick: flag('no handoff, only a line that names the old session'),
    issue: text('the subject of the work, such as "issue #12"', { label: 'REF', max: 400 }),
    ...PLACING,
    parts: PARTS,
  },
  examples: [
    { command: 'stet rollover latest --summary-file handoff.md', does: 'begins with the handoff of the agent' },
    { command: 'stet rollover latest --exec', does: 'makes a handoff from the record, and starts the client' },
  ],
  output: extended(OPERATED, { prompt: string, session_number: number }),
  outputNote: OPERATED_NOTE,
  offer: {
    cli: true,
    http: true,
    viewer: { title: 'Roll over', key: 'o', on: 'session', needs: 'nothing', form: ['issue', 'quick'] },
  },
  async run(call) {
    const { rolloverSession } = await import('../../surgery/rollover-session.ts')
    const { input, dryRun, signal, heard, storeDir } = call
    const opened = await call.workspace()
    const value = await rolloverSession(opened, await call.session(input.session), {
      summaryFile: input.summary_file,
      isQuick: input.quick,
      ...(input.model && { asks: (line: string) => call.terminal?.warn(ownWords(`${line}\n`)) }),
      issue: input.issue,
      out: input.out,
      force: input.force,
      parents: input.parents,
      parts: input.parts,
      dryRun,
      archiving: { signal, heard },
    })
    const answer = await operationAnswer(opened, value, { exec: input.exec, dryRun })
    if (!input.exec || dryRun || storeDir === undefined) return answer
    return { ...answer, ...(await launchCommand(opened, value, storeDir)) }
  },
})
