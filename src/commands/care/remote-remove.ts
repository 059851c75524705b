import { defineTerminalCommand } from '../kit/command.ts'
import { text } from '../kit/field.ts'
import { object, string } from '../kit/shape.ts'

export const remoteRemove = defineTerminalCommand({
  name: 'remote remove',
  topic: 'care',
  summary: 'Remove a remote from this machine; the files in it stay',
  writes: true,
  arguments: { name: text('its name') },
  options: {},
  examples: [{ command: 'stet remote remove drive', does: 'removes the remote drive' }],
  output: object({ name: string, url: string }),
  async run({ input, dryRun, storeDir }) {
    const { removeRemote } = await import('../../record/remote/remotes.ts')
    const value = await removeRemote(storeDir, input.name, dryRun)
    return { value, text: () => `${value.name} is no remote of this machine any more.` }
  },
})
