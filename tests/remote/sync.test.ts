import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { forget } from '../../src/care/forget.ts'
import { machineOf } from '../../src/record/remote/machine.ts'
import { push } from '../../src/record/remote/push.ts'
import { findRemote, openRemote } from '../../src/record/remote/remotes.ts'
import { listWaiting } from '../../src/record/remote/waiting.ts'
import { search } from '../../src/search/search.ts'
import { damageOf } from '../faults/record.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'
import { type Machines, openMachines, type TestMachine } from './machines.ts'

const ID = uuidOf('two machines')
const LINES = transcript({ sessionId: ID, rounds: 6 })

let machines: Machines
let a: TestMachine
let b: TestMachine
beforeEach(async () => {
  machines = openMachines()
  a = await machines.open('laptop-a')
  b = await machines.open('laptop-b')
})
afterEach(() => machines.close())

/** Up to the end of a round, which takes so many lines of the transcript. */
function upTo(round: number): readonly string[] {
  const starts = LINES.flatMap((line, at) => (line.includes('"content":"Please do step') ? [at] : []))
  return LINES.slice(0, starts[round])
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

it('a session goes on where it was said, and is the same everywhere, byte for byte', async () => {
  await a.capture(a.put(ID, upTo(3)))
  await a.sync()
  expect((await b.sync()).pulled).toEqual([ID])
  await b.capture(b.put(ID, upTo(5)))
  await b.sync()
  expect((await a.sync()).pulled).toEqual([ID])
  expect(await a.all()).toEqual({ [ID]: upTo(5).join('') })
  expect(await b.all()).toEqual(await a.all())
  for (const { workspace } of [a, b]) expect(await damageOf(workspace)).toEqual([])
  const { hits } = await search(a.workspace, 'lazy step 5')
  expect(hits[0]).toMatchObject({ session: ID, round: 5 })
})

it('a file that lacks what was said elsewhere is no session of its own, and a sync of nothing new sends nothing', async () => {
  const path = a.put(ID, upTo(3))
  await a.capture(path)
  await a.sync()
  await b.sync()
  await b.capture(b.put(ID, upTo(5)))
  await b.sync()
  await a.sync()
  a.put(ID, upTo(3)) // written again, as it was
  expect(await a.capture(path)).toBe(ID)
  const files = filesIn(machines.drive)
  for (const machine of [a, b, a]) expect(await machine.sync()).toMatchObject({ pulled: [], pushed: { sessions: 0 } })
  expect(filesIn(machines.drive)).toEqual(files)
  expect(Object.keys(await a.all())).toEqual([ID])
})

it('two that went on differently are two sessions on both machines', async () => {
  await a.capture(a.put(ID, upTo(3)))
  await a.sync()
  await b.sync()
  const others = transcript({ sessionId: ID, rounds: 5, seed: 'others' }).slice(-10)
  await a.capture(a.put(ID, upTo(4)))
  await b.capture(b.put(ID, [...upTo(3), ...others]))
  for (const machine of [a, b, a, b]) await machine.sync()
  const lines = [upTo(4).join(''), [...upTo(3), ...others].join('')].sort()
  for (const machine of [a, b]) {
    expect(Object.values(await machine.all()).sort()).toEqual(lines)
    expect(await damageOf(machine.workspace)).toEqual([])
  }
})

it('the same file that was captured in other pieces is one session', async () => {
  const path = a.put(ID, upTo(1))
  for (const round of [1, 2, 3]) {
    a.put(ID, upTo(round))
    await a.capture(path)
  }
  await b.capture(b.put(ID, upTo(2)))
  await b.capture(b.put(ID, upTo(5)))
  for (const machine of [a, b, a, b]) await machine.sync()
  for (const machine of [a, b]) {
    expect(await machine.all()).toEqual({ [ID]: upTo(5).join('') })
    expect(await damageOf(machine.workspace)).toEqual([])
  }
})

it('the later of two tags of a round counts on both machines', async () => {
  await a.capture(a.put(ID, upTo(3)))
  await a.sync()
  await b.sync()
  await a.tag(ID, 1, 'late-work', '2026-04-02T00:00:00Z')
  await b.tag(ID, 1, 'early-work', '2026-04-01T00:00:00Z')
  await b.tag(ID, 2, 'other-work', '2026-04-01T00:00:00Z')
  for (const machine of [a, b, a, b]) await machine.sync()
  for (const { workspace } of [a, b]) {
    const rounds = await workspace.store.listRounds(ID as never, { after: 0 })
    expect(rounds.map(({ engagement }) => engagement)).toEqual(['late-work', 'other-work', null])
  }
})

it('a drive that brings files one by one is read as far as it came', async () => {
  await a.capture(a.put(ID, upTo(2)))
  await a.sync()
  const [pack] = filesIn(join(machines.drive, 'packs'))
  const [journal] = filesIn(join(machines.drive, 'journal'))
  renameSync(pack!, join(machines.drive, 'later'))
  expect(await b.sync()).toMatchObject({ pulled: [], waiting: 1 })
  const whole = readFileSync(join(machines.drive, 'later'))
  writeFileSync(pack!, whole.subarray(0, 100))
  expect(await b.sync()).toMatchObject({ pulled: [], waiting: 1 })
  writeFileSync(pack!, whole)
  const lines = readFileSync(journal!)
  writeFileSync(journal!, lines.subarray(0, lines.length - 20))
  expect(await b.sync()).toMatchObject({ pulled: [], waiting: 1 })
  writeFileSync(journal!, lines)
  expect(await b.sync()).toMatchObject({ pulled: [ID], waiting: 0 })
  expect(await b.all()).toEqual(await a.all())
})

it('machines that send at once lose nothing', async () => {
  const all = [a, b, await machines.open('laptop-c'), await machines.open('laptop-d')]
  const ids = all.map((_, at) => uuidOf(`machine ${at}`))
  for (const [at, machine] of all.entries())
    await machine.capture(machine.put(ids[at]!, transcript({ sessionId: ids[at]!, rounds: 4 })))
  await Promise.all(all.map((machine) => machine.sync()))
  for (const machine of all) await machine.sync()
  const everything = await a.all()
  expect(Object.keys(everything).sort()).toEqual([...ids].sort())
  for (const machine of all) expect(await machine.all()).toEqual(everything)
})

it('what is known of a remote can be lost: it is read again, and nothing changes', async () => {
  await a.capture(a.put(ID, upTo(3)))
  await a.tag(ID, 1, 'plan-work', '2026-04-02T00:00:00Z')
  await a.sync()
  const before = await a.all()
  for (const ending of ['', '-wal', '-shm'])
    rmSync(join(a.workspace.storeDir!, `remotes/drive.db${ending}`), { force: true })
  expect(await a.sync()).toMatchObject({ pulled: [], pushed: { sessions: 0, commits: 0 } })
  expect(await a.all()).toEqual(before)
})

it('what was forgotten here does not come back', async () => {
  await a.capture(a.put(ID, upTo(2)))
  await a.sync()
  await b.sync()
  await forget(b.workspace, [(await b.workspace.store.findSession(ID as never))!], { dryRun: false })
  await a.capture(a.put(ID, upTo(3)))
  await a.sync()
  expect(await b.sync()).toMatchObject({ pulled: [], waiting: 0 })
  expect(await b.all()).toEqual({})
})

it('a drive that is not there is no empty remote', async () => {
  await a.capture(a.put(ID, upTo(2)))
  renameSync(machines.drive, `${machines.drive}-away`)
  await expect(a.sync()).rejects.toMatchObject({ code: 'store-unreadable' })
  expect(existsSync(machines.drive)).toBe(false)
})

it('a dry run changes neither', async () => {
  await a.capture(a.put(ID, upTo(2)))
  const files = filesIn(machines.drive)
  expect(await a.sync({ dryRun: true })).toMatchObject({ pushed: { sessions: 1 } })
  expect(filesIn(machines.drive)).toEqual(files)
  await a.sync()
  expect(await b.sync({ dryRun: true })).toMatchObject({ pulled: [ID] })
  expect(await b.all()).toEqual({})
  expect(await b.sync()).toMatchObject({ pulled: [ID] })
})

it('an unfinished last line is sent, too', async () => {
  const path = a.put(ID, upTo(2))
  appendFileSync(path, '{"type":"user","mess')
  await a.capture(path)
  await a.sync()
  await b.sync()
  expect(await b.all()).toEqual({ [ID]: `${upTo(2).join('')}{"type":"user","mess` })
})

it('a record that was copied to another machine asks once which it is', async () => {
  await a.sync()
  const file = join(a.workspace.storeDir!, 'machine.json')
  const { id } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ id, name: 'laptop-z', boot: 'another' }))
  await expect(a.sync()).rejects.toMatchObject({ code: 'config-invalid' })
  await a.sync({ machine: 'new' })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    name: 'laptop-a',
    id: expect.not.stringContaining(id),
  })
  await a.sync()
})

it('a session whose commits are in several journals comes whole', async () => {
  const ids = ['one', 'two', 'three'].map((name) => uuidOf(`large ${name}`))
  for (const id of ids) await a.capture(a.put(id, transcript({ sessionId: id, rounds: 3 })))
  const { workspace } = a
  const remote = await findRemote(workspace.storeDir!, 'drive')
  const { place, known, close } = await openRemote(workspace.storeDir!, remote)
  const machine = await machineOf(workspace.storeDir!, 'laptop-a')
  await push(workspace, { place, known, machine, dryRun: false, packBytes: 1 }) // a journal for each commit
  await close()
  expect(await b.sync()).toMatchObject({ waiting: 0 })
  expect(await b.all()).toEqual(await a.all())
})

it.each(['pipe', 'garbage', 'folder'])(
  'a %s in place of what is remembered of a remote keeps nobody waiting',
  async (kind) => {
    await a.capture(a.put(ID, upTo(3)))
    await a.sync()
    const storeDir = b.workspace.storeDir!
    await b.sync()
    for (const name of ['folders.json', 'remotes/behind.json', 'remotes/drive.db']) {
      const path = join(storeDir, name)
      for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
      if (kind === 'pipe') execFileSync('mkfifo', [path])
      else if (kind === 'folder') mkdirSync(path)
      else writeFileSync(path, 'no such thing, '.repeat(500))
    }
    expect(await b.sync()).toMatchObject({ waiting: 0 })
    expect(await listWaiting(b.workspace)).toEqual([])
    expect(await b.all()).toEqual(await a.all())
  },
)
