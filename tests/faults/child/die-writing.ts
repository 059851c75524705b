/** Writes to a record and is killed with it open, so that what it wrote is in SQLite's log. */

import { inscribe } from '../../../src/record/capture/inscribe.ts'
import { openWorkspace } from '../../../src/workspace/open-workspace.ts'

const { store, path }: { readonly store: string; readonly path: string } = JSON.parse(process.argv[2]!)
const workspace = await openWorkspace({ storeDir: store, user: 'me@here', machine: 'here', cwd: '/', configDirs: {} })
await inscribe(workspace, [path])
process.kill(process.pid, 'SIGKILL')
