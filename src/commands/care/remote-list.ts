import { defineTerminalCommand } from '../kit/command.ts'
import { list, object, string } from '../kit/shape.ts'

export const remoteList = defineTerminalCommand({
  name: 'remote list',
  topic: 'care',
  summary: 'List the places that sessions go to and come from',
  arguments: {},
  options: {},
  examples: [{ command: 'stet remote list', does: 'lists every remote with its address' }],
  output: list(object({ name: string, url: string })),
  async run({ storeDir }) {
    const { listRemotes } = await import('../../record/remote/remotes.ts')
    const value = await listRemotes(storeDir)
    return {
      value,
      text: (screen) =>
        value.map(({ name, url }) => `${name}  ${screen.path(url)}`).join('\n') ||
        `There is no remote.\n${screen.dim('→')} stet remote add NAME FOLDER`,
    }
  },
})
