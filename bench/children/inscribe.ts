import { keepMemorySmall } from '../../src/commands/kit/small-memory.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { compileLater } from '../../src/shells/cli/compile-later.ts'
import { closeWorkspace, openWorkspace } from '../../src/workspace/open-workspace.ts'
import { timed } from '../lib/timed.ts'

// Captures files into a fresh store, from opening it to closing it, in the process as the CLI sets it up.
compileLater()
keepMemorySmall()
const [storeDir, ...paths] = process.argv.slice(2)
timed(async () => {
  const workspace = await openWorkspace({
    storeDir: storeDir!,
    user: 'bench',
    machine: 'bench',
    cwd: '/',
    configDirs: {},
  })
  const { failed } = await inscribe(workspace, paths, { sideFiles: false })
  await closeWorkspace(workspace)
  if (failed.length > 0) throw new Error(`${failed.length} files failed, the first: ${failed[0]!.message}`)
})
