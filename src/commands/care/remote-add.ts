import { defineTerminalCommand } from '../kit/command.ts'
import { text } from '../kit/field.ts'
import { object, string } from '../kit/shape.ts'

export const remoteAdd = defineTerminalCommand({
  name: 'remote add',
  topic: 'care',
  summary: 'Add a place that sessions go to and come from, for another machine of yours',
  about:
    'The place is a folder that your other machines have, too, on a drive, a network drive, or one that a program brings to all of them; or another machine with Stet that ssh reaches: ssh://user@host is its record, ssh://user@host/FOLDER a folder there. `stet sync` then sends what is new here and takes over what is new there. Everything is sent as it was recorded: whoever can read the place can read every session.',
  writes: true,
  arguments: {
    name: text('a name for it'),
    place: text('a folder, or ssh://user@host', { complete: 'file', label: 'FOLDER' }),
  },
  options: {},
  examples: [
    { command: 'stet remote add drive ~/Drive/stet', does: 'adds a folder of a synced drive' },
    { command: 'stet remote add desk ssh://ada@desk', does: 'adds the record of another machine' },
  ],
  output: object({ name: string, url: string }),
  async run({ input, dryRun, storeDir, environment }) {
    const { addRemote } = await import('../../record/remote/remotes.ts')
    const { cwd } = environment
    const value = await addRemote({ storeDir, cwd, dryRun }, input.name, input.place)
    return { value, text: (screen) => `${value.name}: ${screen.path(value.url)}\n${screen.dim('→')} stet sync` }
  },
})
