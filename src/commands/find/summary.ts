import { join } from 'node:path'
import { settingIn } from '../../model/settings.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { file, flag } from '../kit/field.ts'
import { FORCE, MAKE_FOLDER, session } from '../kit/fields.ts'
import { anything, list, object, orNull, string } from '../kit/shape.ts'
import { plainText } from '../kit/text/plain-text.ts'

export const summary = defineTerminalCommand({
  name: 'summary',
  topic: 'find',
  summary: 'Summarize a session on one page',
  about:
    'Prints the entries that somebody wrote, the files, tests, commits and errors, and what was said, as markdown, without a model. With --write, or the setting summary.write, it writes them to a file. With --json it also lists every file that was created, changed or read, and every entry, also those that have ended.',
  writes: true,
  arguments: { session: session() },
  options: {
    write: flag('write it to tmp/scratch/session-TIME.md in this folder'),
    out: file('write it here'),
    force: FORCE,
    parents: MAKE_FOLDER,
  },
  examples: [
    { command: 'stet summary latest', does: 'prints the summary of the newest session of this folder' },
    { command: 'stet summary latest --write', does: 'writes tmp/scratch/session-….md' },
  ],
  output: object({
    session: string,
    path: orNull(string),
    summary: string,
    files: object({
      created: list(anything),
      modified: list(anything),
      moved: list(anything),
      deleted: list(anything),
      undone: list(anything),
      read: list(anything),
    }),
    entries: object({ current: list(anything), over: list(anything), refused: list(anything) }),
  }),
  async run(call) {
    const { textsOf } = await import('../../brief/session-brief.ts')
    const { outPath } = await import('../../system/out-path.ts')
    const { placeFile } = await import('../../system/place-file.ts')
    const { input, dryRun, environment } = call
    const opened = await call.workspace()
    const session = await call.session(input.session)
    const { summary, files, brief } = await textsOf(opened, session)
    const stamp = opened.clock().toISOString().replaceAll(/[:.]/g, '-')
    const name = `session-${stamp}.md`
    const writes = input.write || settingIn((await opened.settings?.()) ?? {}, 'summary.write')
    const out = input.out ?? (writes ? join('tmp', 'scratch', name) : undefined)
    const path = out === undefined ? null : outPath(environment.cwd, out, { name, mayMake: input.parents })
    if (path !== null && !dryRun) await placeFile(path, [Buffer.from(summary)], { replaces: input.force })
    return {
      value: { session: session.id, path, summary, files, entries: brief.entries },
      text: (screen) => (path === null ? plainText(summary.trimEnd()) : screen.path(path)),
    }
  },
})
