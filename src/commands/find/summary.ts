import { join, resolve } from 'node:path'
import { defineTerminalCommand } from '../kit/command.ts'
import { file } from '../kit/field.ts'
import { FORCE, session } from '../kit/fields.ts'
import { anything, list, object, string } from '../kit/shape.ts'

export const summary = defineTerminalCommand({
  name: 'summary',
  topic: 'find',
  summary: 'Write a one-page summary of a session',
  about:
    'Writes the task, files, decisions, the current error and next steps as markdown, without a model. With --json it also lists every file that was created, changed or read.',
  writes: true,
  arguments: { session: session() },
  options: {
    out: file('write the summary here', { standard: 'tmp/scratch/session-TIME.md in this folder' }),
    force: FORCE,
  },
  examples: [{ command: 'stet summary latest', does: 'writes tmp/scratch/session-….md' }],
  output: object({
    session: string,
    path: string,
    summary: string,
    files: object({
      created: list(anything),
      modified: list(anything),
      moved: list(anything),
      deleted: list(anything),
      undone: list(anything),
      read: list(anything),
    }),
  }),
  async run(call) {
    const { digestSession } = await import('../../actions/digest/session-digest.ts')
    const { placeFile } = await import('../../actions/files/place-file.ts')
    const { input, dryRun, environment } = call
    const opened = await call.workspace()
    const session = await call.session(input.session)
    const { summary, files } = await digestSession(opened, session)
    const stamp = opened
      .clock()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
      .replaceAll(':', '-')
    const path = resolve(environment.cwd, input.out ?? join('tmp', 'scratch', `session-${stamp}.md`))
    if (!dryRun) await placeFile(path, [Buffer.from(summary)], { replaces: input.force })
    return { value: { session: session.id, path, summary, files }, text: (screen) => screen.path(path) }
  },
})
