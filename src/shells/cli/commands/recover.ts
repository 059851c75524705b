import { resolve } from 'node:path'
import { defineCommand } from '../command.ts'
import { count } from '../format.ts'
import { plainLine } from '../plain-text.ts'
import type { Screen } from '../screen.ts'

export const recoverCommand = defineCommand({
  name: 'recover',
  group: 'Maintain',
  summary: 'make a new store of what still reads of a damaged one',
  about:
    'For a store that SQLite cannot read any more, or that was cut short. The damaged file is kept under another name; then sessions are put right from the clients’ files. Try stet verify --repair first.',
  writes: true,
  arguments: {
    file: {
      summary: 'a backup, or the sessions.db of another store, to make it of instead',
      optional: true,
      complete: 'file',
    },
  },
  options: {},
  examples: [
    { command: 'stet recover', does: 'saves what can be saved, and says what cannot' },
    { command: 'stet recover ~/backup/sessions.db', does: 'goes back to a backup; the store as it was is kept' },
  ],
  json: '{kept,rows,lost,sessions,damaged:[{where,what}]}',
  async run({ args, dryRun, environment, workspaceOptions }) {
    const { recover } = await import('../../../actions/maintain/recover.ts')
    const value = await recover(await workspaceOptions(), {
      file: args.file === undefined ? undefined : resolve(environment.cwd, args.file),
      dryRun,
    })
    return {
      value,
      text: (screen) =>
        [
          `${count(value.sessions, 'session')} ${dryRun ? 'would be looked at' : 'recovered'}${whatWas(value.kept, dryRun, screen)}.`,
          ...value.damaged.map(({ where, what }) => `  ${screen.bold(plainLine(where))}: ${plainLine(what)}`),
        ].join('\n'),
      exit: value.damaged.length > 0 ? 1 : 0,
    }
  },
})

function whatWas(kept: string | null, dryRun: boolean, screen: Screen): string {
  return kept === null ? '' : `; the store as it was ${dryRun ? 'stays' : 'is'} in ${screen.path(kept)}`
}
