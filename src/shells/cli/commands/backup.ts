import { defineCommand } from '../command.ts'
import { bytesOf, count } from '../format.ts'

export const backupCommand = defineCommand({
  name: 'backup',
  group: 'Maintain',
  summary: 'copy the whole record into one file, while others may write to it',
  about: 'The copy is a store of its own: put it into a folder as sessions.db and name that with --store.',
  writes: true,
  arguments: { file: { summary: 'where to write it', complete: 'file' } },
  options: { force: { summary: 'replace what is there already' } },
  examples: [{ command: 'stet backup ~/backup/sessions.db', does: 'a copy that is whole, whoever writes meanwhile' }],
  json: '{path,bytes,sessions}',
  async run({ args, options, dryRun, workspace }) {
    const { backup } = await import('../../../actions/maintain/backup.ts')
    const value = await backup(await workspace(), args.file, { force: options.force, dryRun })
    return {
      value,
      text: (screen) =>
        `${count(value.sessions, 'session')} ${dryRun ? 'would be' : value.sessions === 1 ? 'is' : 'are'} in ${screen.path(value.path)}${dryRun ? '' : ` (${bytesOf(value.bytes)})`}.`,
    }
  },
})
