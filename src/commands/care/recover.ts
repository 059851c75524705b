import { resolve } from 'node:path'
import { defineTerminalCommand } from '../kit/command.ts'
import { file } from '../kit/field.ts'
import { number, object, orNull, string } from '../kit/shape.ts'
import { count } from '../kit/text/format.ts'
import { plainLine } from '../kit/text/plain-text.ts'
import type { Screen } from '../kit/text/screen.ts'
import { DAMAGED } from '../kit/verified.ts'

export const recover = defineTerminalCommand({
  name: 'recover',
  topic: 'care',
  summary: 'Make a new store from a damaged one or from a backup',
  about:
    "For a store that SQLite cannot read any more, or that was cut short. It keeps the damaged file under another name, saves every row that can be read, and repairs sessions from the clients' files. Try `stet verify --repair` first.",
  writes: true,
  arguments: {
    file: file('a backup, or the sessions.db of another store', {
      optional: true,
      standard: 'the damaged store itself',
    }),
  },
  options: {},
  examples: [
    { command: 'stet recover', does: 'saves every row that can be read, and lists the damage that is left' },
    { command: 'stet recover ~/backup/sessions.db', does: 'returns to a backup, and keeps the present store' },
  ],
  output: object({ kept: orNull(string), rows: number, lost: number, sessions: number, damaged: DAMAGED }),
  async run({ input, dryRun, environment, workspaceOptions }) {
    const { recover } = await import('../../care/recover.ts')
    const value = await recover(await workspaceOptions(), {
      file: input.file === undefined ? undefined : resolve(environment.cwd, input.file),
      dryRun,
    })
    return {
      value,
      text: (screen, shown: typeof value) =>
        [
          `${count(shown.sessions, 'session')} ${dryRun ? 'would be looked at' : 'recovered'}${keptText(shown.kept, dryRun, screen)}.`,
          ...value.damaged.map(({ where, what }) => `  ${screen.bold(plainLine(where))}: ${plainLine(what)}`),
        ].join('\n'),
      exit: value.damaged.length > 0 ? 1 : 0,
    }
  },
})

function keptText(kept: string | null, dryRun: boolean, screen: Screen): string {
  return kept === null ? '' : `; the store as it was ${dryRun ? 'stays' : 'is'} in ${screen.path(kept)}`
}
