/** Plays the scenario and kills itself where it is told to. */
import { openRecord } from '../record.ts'
import { playScenario, type Scenario } from '../scenario.ts'

interface Task extends Scenario {
  readonly store: string
  /** Dies at the n-th time this point is passed, counted from 1. */
  readonly die?: { readonly point: string; readonly time: number }
}

const { store, die, ...scenario }: Task = JSON.parse(process.argv[2]!)
const passed = new Map<string, number>()

const workspace = openRecord(store, {
  onWrite(point) {
    const time = (passed.get(point) ?? 0) + 1
    passed.set(point, time)
    if (die && point === die.point && time === die.time) process.kill(process.pid, 'SIGKILL')
  },
})
await playScenario(workspace, scenario)
await workspace.store.close()
