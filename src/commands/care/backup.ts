import { defineCommand } from '../kit/command.ts'
import { file } from '../kit/field.ts'
import { FORCE } from '../kit/fields.ts'
import { number, object, string } from '../kit/shape.ts'
import { bytesOf, count } from '../kit/text/format.ts'

export const backup = defineCommand({
  name: 'backup',
  topic: 'care',
  summary: 'Copy the whole record into one file, even while others write to it',
  about: 'The copy is a store of its own: put it into a folder as sessions.db, and name that folder with --store.',
  writes: true,
  arguments: { file: file('the file to write') },
  options: { force: FORCE },
  examples: [{ command: 'stet backup ~/backup/sessions.db', does: 'writes a complete copy' }],
  output: object({ path: string, bytes: number, sessions: number }),
  offer: { cli: true },
  async run({ input, dryRun, workspace }) {
    const { backup } = await import('../../care/backup.ts')
    const value = await backup(await workspace(), input.file, { force: input.force, dryRun })
    return {
      value,
      text: (screen, shown: typeof value) =>
        `${count(shown.sessions, 'session')} ${dryRun ? 'would be' : shown.sessions === 1 ? 'is' : 'are'} in ${screen.path(shown.path)}${dryRun ? '' : ` (${bytesOf(shown.bytes)})`}.`,
    }
  },
})
