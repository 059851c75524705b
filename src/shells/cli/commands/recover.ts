import { defineCommand } from '../command.ts'
import { count } from '../format.ts'
import { plainLine } from '../plain-text.ts'

export const recoverCommand = defineCommand({
  name: 'recover',
  group: 'Maintain',
  summary: 'make a new store of what still reads of a damaged one',
  about:
    'For a store that SQLite cannot read any more, or that was cut short. The damaged file is kept under another name; then sessions are put right from the clients’ files. Try stet verify --repair first.',
  writes: true,
  arguments: {},
  options: {},
  examples: [{ command: 'stet recover', does: 'saves what can be saved, and says what cannot' }],
  json: '{kept,rows,lost,sessions,damaged:[{where,what}]}',
  async run({ dryRun, workspaceOptions }) {
    const { recover } = await import('../../../actions/maintain/recover.ts')
    const value = await recover(await workspaceOptions(), { dryRun })
    return {
      value,
      text: (screen) =>
        [
          `${count(value.sessions, 'session')} ${dryRun ? 'would be looked at' : 'recovered'}; the store as it was ${dryRun ? 'stays' : 'is'} in ${screen.path(value.kept)}.`,
          ...value.damaged.map(({ where, what }) => `  ${screen.bold(plainLine(where))}: ${plainLine(what)}`),
        ].join('\n'),
      exit: value.damaged.length > 0 ? 1 : 0,
    }
  },
})
