import { expect, it } from 'vitest'
import { machineOf } from '../../src/record/remote/machine.ts'
import type { Place } from '../../src/record/remote/place.ts'
import { push } from '../../src/record/remote/push.ts'
import { findRemote, openRemote } from '../../src/record/remote/remotes.ts'
import { damageOf } from '../faults/record.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'
import { openMachines, type TestMachine } from './machines.ts'

const KILLS = 50

class Killed extends Error {}

/** A place whose process is killed at the n-th of its doings: before it, or when it was done. */
function killedAt(place: Place, nth: number, isDone: boolean): Place {
  let left = nth
  const dying =
    <T extends readonly unknown[], R>(does: (...args: T) => Promise<R>) =>
    async (...args: T): Promise<R> => {
      if (left < 0) throw new Killed()
      if (left-- > 0) return does(...args)
      if (isDone) await does(...args)
      throw new Killed()
    }
  return { ...place, list: dying(place.list), read: dying(place.read), write: dying(place.write) }
}

/** Whether it was killed; a push of little ends before. */
async function pushKilled({ workspace }: TestMachine, nth: number): Promise<boolean> {
  const storeDir = workspace.storeDir!
  const { place, known, close } = await openRemote(storeDir, await findRemote(storeDir, 'drive'))
  const machine = await machineOf(storeDir, workspace.machine)
  const dying = killedAt(place, nth % 7, nth % 2 === 0)
  try {
    await push(workspace, { place: dying, known, machine, dryRun: false, packBytes: 1 + (nth % 3) * 2000 })
    return false
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    return true
  } finally {
    await close()
  }
}

it(`${KILLS} pushes that are killed at any of their writes lose nothing, and double nothing`, async () => {
  const machines = openMachines()
  try {
    const [a, b] = [await machines.open('laptop-a'), await machines.open('laptop-b')]
    let killed = 0
    for (let nth = 0; killed < KILLS; nth++) {
      const id = uuidOf(`killed ${nth % 20}`) // most of them go on
      await a.capture(a.put(id, transcript({ sessionId: id, rounds: 1 + Math.floor(nth / 20), roundBytes: 500 })))
      if (await pushKilled(a, nth)) killed++
      if (nth % 15 === 14) await b.sync() // who reads meanwhile
    }
    await a.sync()
    expect(await b.sync()).toMatchObject({ waiting: 0 })
    expect(await b.all()).toEqual(await a.all())
    expect(await damageOf(b.workspace)).toEqual([])
    expect(await a.sync()).toMatchObject({ pulled: [], pushed: { sessions: 0, commits: 0 } })
    expect(await b.sync()).toMatchObject({ pulled: [], pushed: { sessions: 0, commits: 0 } })
  } finally {
    await machines.close()
  }
}, 120_000)
