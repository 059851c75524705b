import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { forget, forgettable, refuseOthers } from '../../src/care/forget.ts'
import { runHook } from '../../src/live/run-hook.ts'
import { narrowSessions } from '../../src/read/narrow-sessions.ts'
import { listSessions } from '../../src/read/sessions.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { CODEC, unpack } from '../../src/record/pack.ts'
import { forRequest } from '../../src/record/workspace.ts'
import { search } from '../../src/search/search.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'
import { type Machines, openMachines, type TestMachine } from './machines.ts'

const ADA = uuidOf("ada's")
const BOB = uuidOf("bob's")
const CWD = '/home/user/project' // of every session: containers have the same folders

let machines: Machines
let ada: TestMachine
let bob: TestMachine
beforeEach(async () => {
  machines = openMachines()
  ada = await machines.open('laptop-a', 'ada')
  bob = await machines.open('laptop-b', 'bob')
  await bob.capture(bob.put(BOB, transcript({ sessionId: BOB, rounds: 2 })))
  await ada.capture(ada.put(ADA, transcript({ sessionId: ADA, rounds: 5 }))) // the newer one
  for (const machine of [ada, bob, ada]) await machine.sync()
})
afterEach(() => machines.close())

const inFolder = ({ workspace }: TestMachine) => forRequest(workspace, { cwd: CWD })

it('whose a session is, and which machine recorded it, is said in lists and of hits, and narrows both', async () => {
  const rows = await listSessions(bob.workspace, () => undefined)
  expect(rows.map(({ session, principal, machine, mine }) => ({ session, principal, machine, mine }))).toEqual([
    { session: ADA, principal: 'ada@laptop-a/claude-code', machine: 'laptop-a', mine: false },
    { session: BOB, principal: 'bob@laptop-b/claude-code', machine: 'laptop-b', mine: true },
  ])
  const narrowed = (filters: object) => narrowSessions(rows, filters, new Date()).map(({ session }) => session)
  expect(narrowed({ by: 'ada' })).toEqual([ADA])
  expect(narrowed({ by: 'ada@laptop-a' })).toEqual([ADA])
  expect(narrowed({ by: 'ada@laptop-b' })).toEqual([])
  expect(narrowed({ machine: 'LAPTOP-B' })).toEqual([BOB])
  const found = async (filters: object) => (await search(bob.workspace, 'step', filters)).hits
  expect(new Set((await found({ by: 'ada' })).map(({ session }) => session))).toEqual(new Set([ADA]))
  expect(await found({ by: 'ada' })).toContainEqual(
    expect.objectContaining({ principal: 'ada@laptop-a/claude-code', machine: 'laptop-a', mine: false }),
  )
  expect(new Set((await found({ machine: 'laptop-b' })).map(({ mine }) => mine))).toEqual(new Set([true]))
})

it('latest and the start of a session mean what is mine in a folder of the same path', async () => {
  expect((await resolveSession(inFolder(ada), 'latest')).id).toBe(ADA)
  expect((await resolveSession(inFolder(bob), 'latest')).id).toBe(BOB)
  const id = uuidOf('begins')
  const context = { client: 'claude-code', liveDir: join(bob.home, 'live'), program: 'stet' }
  const said = await runHook(inFolder(bob), 'SessionStart', { session_id: id, source: 'startup' }, context)
  expect(said).toContain(`of session ${BOB.slice(0, 8)}`)
  expect(said).not.toContain(ADA.slice(0, 8))
})

it('what is forgotten is mine, unless another user is named', async () => {
  const { workspace } = bob
  const ids = async (asked: object) => (await forgettable(workspace, asked)).map(({ id }) => id)
  expect(await ids({})).toEqual([BOB])
  expect(await ids({ before: '2999-01-01T00:00:00.000Z' })).toEqual([BOB])
  expect(await ids({ by: 'ada' })).toEqual([ADA])
  const session = await resolveSession(workspace, ADA)
  expect(() => refuseOthers(workspace, [session], undefined)).toThrow('is of ada@laptop-a.')
  expect(() => refuseOthers(workspace, [session], 'carol')).toThrow('is of ada@laptop-a.')
  refuseOthers(workspace, [session], 'ada')
  await forget(workspace, [session])
  expect(Object.keys(await bob.all())).toEqual([BOB])
})

it('a line of somebody else under the same id stays when mine is forgotten', async () => {
  const own = transcript({ sessionId: ADA, rounds: 3, seed: 'bob' })
  mkdirSync(join(bob.home, '.claude/projects/-project'), { recursive: true })
  writeFileSync(join(bob.home, '.claude/projects/-project', `${ADA}.jsonl`), own.join(''))
  const mine = await bob.capture(join(bob.home, '.claude/projects/-project', `${ADA}.jsonl`))
  expect(mine).toBe(`${ADA}~1`)
  await forget(bob.workspace, [(await bob.workspace.store.findSession(mine as never))!])
  expect(Object.keys(await bob.all()).sort()).toEqual([ADA, BOB].sort())
})

it('what its user forgets leaves the remote and the other machines, and what shares its bytes stays', async () => {
  const words = Array.from({ length: 20 }, (_, nth) => `planted${nth}secret`)
  const lines = transcript({ sessionId: uuidOf('planted'), rounds: 20 }).map((line) =>
    line.replace(/Please do step (\d+) of [^"]*\./, (_, nth) => `Please take ${words[Number(nth) - 1]}.`),
  )
  const kept = uuidOf('kept')
  await ada.capture(ada.put(kept, transcript({ sessionId: kept, rounds: 4 }))) // goes in the same pack
  const planted = await ada.capture(ada.put(uuidOf('planted'), lines))
  for (const machine of [ada, bob]) await machine.sync()
  expect(wordsIn(machines.drive, words)).toEqual(words)
  const before = await bob.all()
  expect(before[planted]).toContain(words[0])
  await forget(ada.workspace, [(await ada.workspace.store.findSession(planted as never))!])
  for (const machine of [ada, bob, ada]) expect(await machine.sync()).toMatchObject({ waiting: 0 })
  expect(wordsIn(machines.drive, words)).toEqual([])
  const { [planted]: _, ...others } = before
  expect(await bob.all()).toEqual(others)
  const carol = await machines.open('laptop-c', 'carol')
  expect(await carol.sync()).toMatchObject({ waiting: 0 })
  expect(await carol.all()).toEqual(others)
  const went = transcript({ sessionId: kept, rounds: 5 })
  await ada.capture(ada.put(kept, went))
  for (const machine of [ada, bob, carol]) await machine.sync()
  expect((await bob.all())[kept]).toBe(went.join(''))
  expect(await carol.all()).toEqual(await bob.all())
})

it('what somebody else forgets of mine is gone from their record alone', async () => {
  await forget(bob.workspace, [(await bob.workspace.store.findSession(ADA as never))!])
  for (const machine of [bob, ada, bob]) await machine.sync()
  expect(Object.keys(await ada.all()).sort()).toEqual([ADA, BOB].sort())
  expect(Object.keys(await bob.all())).toEqual([BOB])
  const carol = await machines.open('laptop-c', 'carol')
  await carol.sync()
  expect(Object.keys(await carol.all()).sort()).toEqual([ADA, BOB].sort())
})

/** Of these words those that are in a remote, in its journals or in a pack; nothing is in a pack that no journal names. */
function wordsIn(drive: string, words: readonly string[]): readonly string[] {
  const files = readdirSync(drive, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const journals = files.filter((path) => path.endsWith('.jsonl')).map((path) => readFileSync(path, 'utf8'))
  const stored = journals.flatMap((text) =>
    text.split('\n').flatMap((line) => (line.startsWith('{"kind":"artifact"') ? [JSON.parse(line)] : [])),
  )
  const packs = files.filter((path) => path.endsWith('.zst'))
  const frames = packs.flatMap((path) => {
    const bytes = readFileSync(path)
    const named = stored.filter(({ pack }) => basename(path) === `${pack}.zst`)
    const lengths = new Map<number, number>(named.map(({ start, length }) => [start, length]))
    expect([...lengths.values()].reduce((sum, length) => sum + length, 0)).toBe(bytes.length)
    return [...lengths].map(([start, length]) =>
      unpack({ codec: CODEC.zstd, data: bytes.subarray(start, start + length) }).toString('utf8'),
    )
  })
  return words.filter((word) => [...journals, ...frames].some((text) => text.includes(word)))
}
