import { defineTerminalCommand } from '../kit/command.ts'
import { folder } from '../kit/field.ts'
import { object } from '../kit/shape.ts'

export const remoteServe = defineTerminalCommand({
  name: 'remote serve',
  topic: 'care',
  summary: 'Answer another machine that has this one as a remote',
  about: 'ssh starts it for `stet sync`. It reads from standard input and writes to standard output.',
  hidden: true,
  stays: true,
  arguments: { folder: folder('a folder here; without it, the record of this machine', { optional: true }) },
  options: {},
  examples: [{ command: 'stet remote serve', does: 'answers for the record of this machine' }],
  output: object({}),
  async run({ input, environment, workspace }) {
    const { resolve } = await import('node:path')
    const { openFolderPlace } = await import('../../record/remote/folder-place.ts')
    const { servePlace } = await import('../../record/remote/serve-place.ts')
    const { exactStream } = await import('../../redaction/exactly.ts')
    if (input.folder !== undefined) {
      const place = openFolderPlace(resolve(environment.home, input.folder))
      return { stream: exactStream(servePlace(place, environment.stdin())) }
    }
    const { syncOwn } = await import('../../record/remote/sync.ts')
    const opened = await workspace()
    const { url } = await syncOwn(opened)
    async function* served() {
      yield* servePlace(openFolderPlace(url), environment.stdin())
      await syncOwn(opened) // what came is in the record, too
    }
    return { stream: exactStream(served()) }
  },
})
