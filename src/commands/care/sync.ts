import { Failure } from '../../model/errors.ts'
import type { Synced } from '../../record/remote/sync.ts'
import { defineTerminalCommand } from '../kit/command.ts'
import { choice, flag, text } from '../kit/field.ts'
import { list, number, object, string } from '../kit/shape.ts'
import { bytesOf, count } from '../kit/text/format.ts'

export const sync = defineTerminalCommand({
  name: 'sync',
  topic: 'care',
  summary: 'Send new sessions to remotes, and take over those of other machines',
  about:
    'A session that went on elsewhere is longer here afterwards; one that went on in both places is two sessions, the later one with ~1 after its id. `stet resume` goes on with a session of another machine.',
  writes: true,
  arguments: { remote: text('the remote; all of them without it', { optional: true }) },
  options: {
    push: flag('only send'),
    machine: choice('what the record is that was copied here from another machine', ['new', 'same']),
  },
  examples: [
    { command: 'stet sync', does: 'synchronizes with every remote' },
    { command: 'stet sync drive --dry-run', does: 'counts what would go and come' },
  ],
  output: list(
    object({
      remote: string,
      pulled: list(string),
      pushed: object({ sessions: number, commits: number, bytes: number }),
      waiting: number,
    }),
  ),
  outputNote: 'waiting counts files of which a part is not there yet: the next sync reads them.',
  async run({ input, dryRun, storeDir, progress, workspace }) {
    const { findRemote, listRemotes } = await import('../../record/remote/remotes.ts')
    const { sync } = await import('../../record/remote/sync.ts')
    const remotes =
      input.remote === undefined ? await listRemotes(storeDir) : [await findRemote(storeDir, input.remote)]
    if (remotes.length === 0) {
      throw new Failure('nothing-to-do', 'There is no remote.', { hint: 'stet remote add NAME FOLDER' })
    }
    const opened = await workspace()
    const value: Synced[] = []
    for (const remote of remotes) {
      value.push(
        await sync(opened, remote, {
          dryRun,
          machine: input.machine,
          onlyPushes: input.push,
          onProgress: (what, done, total) => progress.update({ done, total, what: `${what} of ${remote.name}` }),
        }),
      )
    }
    progress.clear()
    return { value, text: () => value.map((one) => syncedText(one, dryRun)).join('\n') }
  },
})

function syncedText({ remote, pulled, pushed, waiting }: Synced, dryRun: boolean): string {
  const sent = `${count(pushed.sessions, 'session')} ${dryRun ? 'would be sent' : 'sent'} (${bytesOf(pushed.bytes)})`
  const came = `${count(pulled.length, 'session')} ${dryRun ? 'would come' : 'came'}`
  const late = waiting > 0 ? `; ${count(waiting, 'file')} of other machines not there yet in whole` : ''
  return `${remote}: ${came}, ${sent}${late}.`
}
