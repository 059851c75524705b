import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pushBehind } from '../../src/record/remote/push-behind.ts'
import { listWaiting } from '../../src/record/remote/waiting.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'
import { type Machines, openMachines } from './machines.ts'

let machines: Machines
beforeEach(() => {
  machines = openMachines()
})
afterEach(() => machines.close())

it('a drive that hangs is given up, tried again later and later, and keeps nothing from another', async () => {
  const a = await machines.open('laptop-a')
  const storeDir = a.workspace.storeDir!
  const hanging = join(storeDir, '../hanging')
  mkdirSync(hanging)
  const pipe = join(hanging, 'remote.json')
  spawnSync('mkfifo', [pipe]) // whoever reads it waits for good
  const remotes = join(storeDir, 'remotes.json')
  writeFileSync(
    remotes,
    JSON.stringify([...JSON.parse(readFileSync(remotes, 'utf8')), { name: 'hanging', url: hanging }]),
  )
  await a.capture(a.put(uuidOf('hanging'), transcript({ sessionId: uuidOf('hanging'), rounds: 2 })))
  let now = Date.now()
  const workspace = { ...a.workspace, clock: () => new Date(now) }
  const minutes: number[] = []
  for (let nth = 0; nth < 3; nth++) {
    const behind = join(storeDir, 'remotes/behind.json')
    if (nth > 0) {
      const failing = JSON.parse(readFileSync(behind, 'utf8'))
      writeFileSync(behind, JSON.stringify({ hanging: { ...failing.hanging, next: new Date(0).toISOString() } }))
    }
    await pushBehind(workspace, storeDir, { stopsMs: 100, givesUpMs: 200 })
    closeSync(openSync(pipe, 'r+')) // lets go of whoever waits
    const { failures, next } = JSON.parse(readFileSync(behind, 'utf8')).hanging
    expect(failures).toBe(nth + 1)
    minutes.push((Date.parse(next) - now) / 60_000)
    now += 3_600_000
  }
  expect(minutes).toEqual([1, 2, 4])
  expect(await listWaiting(a.workspace)).toMatchObject([{ remote: 'hanging', sessions: 1 }])
  rmSync(pipe)
})
