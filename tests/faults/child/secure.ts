/** Secures a file and records it; says which points it passed, or dies at one of them. */
import { closeWorkspace } from '../../../src/actions/open-workspace.ts'
import { secure } from '../../../src/actions/secure.ts'
import { openRecord } from '../record.ts'

interface Task {
  readonly store: string
  readonly path: string
  /** The number of the point to die at. */
  readonly die?: number
}

const { store, path, die }: Task = JSON.parse(process.argv[2]!)
let passed = 0
const workspace = openRecord(store, {
  onWrite(point) {
    if (passed++ === die) process.kill(process.pid, 'SIGKILL')
    if (die === undefined) console.log(point)
  },
})
await secure(workspace, path)
await closeWorkspace(workspace)
