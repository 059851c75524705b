import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { resumeSession } from '../../src/care/resume-session.ts'
import { runHook } from '../../src/live/run-hook.ts'
import { shortId } from '../../src/model/id.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import { search } from '../../src/search/search.ts'
import { damageOf } from '../faults/record.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'
import { type Machines, openMachines, type TestMachine } from './machines.ts'

const ID = uuidOf('two lines')
const LINES = transcript({ sessionId: ID, rounds: 8 })
const OTHERS = transcript({ sessionId: ID, rounds: 9, seed: 'others' })

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
function upTo(round: number, lines = LINES, from = 0): readonly string[] {
  const starts = lines.flatMap((line, at) => (line.includes('"content":"Please do step') ? [at] : []))
  return lines.slice(starts[from], starts[round])
}

async function says(machine: TestMachine, lines: readonly string[]): Promise<void> {
  await machine.capture(machine.put(ID, lines))
}

/** What a machine has: every line by its id, what the bare id means, and what of a session is damaged. */
async function seenOn({ all, workspace }: TestMachine) {
  const { id, head, facts } = await resolveSession(workspace, ID)
  return { all: await all(), bare: { id, head, rounds: facts.rounds }, damage: await damageOf(workspace) }
}

async function expectSame(...all: readonly TestMachine[]) {
  const [first, ...others] = await Promise.all(all.map(seenOn))
  for (const other of others) expect(other).toEqual(first)
  expect(first!.damage).toEqual([])
  return first!
}

for (const order of ['ab', 'ba']) {
  const sync = async (times = 2) => {
    for (const name of order.repeat(times)) await { a, b }[name]!.sync()
  }

  it(`a stale file, and then its own way: an id means the same on both machines (${order})`, async () => {
    await says(a, upTo(3))
    await sync()
    await expectSame(a, b)
    await says(b, upTo(5))
    await sync()
    expect((await expectSame(a, b)).bare.rounds).toBe(5)
    await says(a, upTo(3))
    await sync()
    expect((await expectSame(a, b)).bare.rounds).toBe(5)
    const own = [...upTo(3), ...upTo(4, OTHERS, 3)]
    await says(a, own)
    expect(await a.all()).toEqual({ [ID]: upTo(5).join(''), [`${ID}~1`]: own.join('') })
    await sync()
    await expectSame(a, b)
    await says(b, upTo(6))
    await says(a, [...own, ...upTo(6, OTHERS, 4)])
    await sync()
    const { bare, all } = await expectSame(a, b)
    expect(bare).toMatchObject({ id: ID, rounds: 6 })
    expect(Object.keys(all)).toEqual([ID, `${ID}~1`])
  })

  it(`both go on before they hear of each other: the one that did first keeps the id on all (${order})`, async () => {
    const [early, late] = [upTo(4), [...upTo(3), ...upTo(5, OTHERS, 4)]]
    await says(a, upTo(3))
    await sync()
    await says(order === 'ab' ? a : b, late)
    await says(order === 'ab' ? b : a, early)
    await sync()
    const { all } = await expectSame(a, b)
    expect(all).toEqual({ [ID]: early.join(''), [`${ID}~1`]: late.join('') })
    await says(order === 'ab' ? a : b, [...late, ...upTo(6, OTHERS, 5)])
    await says(order === 'ab' ? b : a, upTo(7))
    await sync()
    expect((await expectSame(a, b)).bare).toMatchObject({ id: ID, rounds: 7 })
    const c = await machines.open('laptop-c')
    await c.sync()
    await expectSame(a, b, c)
    const { hits } = await search(c.workspace, 'step 7')
    expect(hits[0]).toMatchObject({ session: ID, round: 7 })
  })
}

it('a file that was written anew is a newer state, on the other machine too', async () => {
  await says(a, upTo(5))
  await a.sync()
  await b.sync()
  await says(a, [...upTo(2), ...upTo(4, OTHERS, 3)])
  await a.sync()
  await b.sync()
  expect((await expectSame(a, b)).bare).toMatchObject({ id: `${ID}~1`, rounds: 3 })
})

it('the line of this machine resumes under its own name, and the other one is not written over it', async () => {
  await says(a, upTo(3))
  await a.sync()
  await b.sync()
  await says(a, upTo(4))
  await says(b, [...upTo(3), ...upTo(5, OTHERS, 4)])
  for (const machine of [a, b, a, b]) await machine.sync()
  const { home } = b
  const path = join(home, '.claude/projects', home.replace(/[^A-Za-z0-9]/g, '-'), `${ID}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  renameSync(join(home, `.claude/projects/-project/${ID}.jsonl`), path)
  expect(await b.capture(path)).toBe(`${ID}~1`)
  const options = { ensure: false, dryRun: false }
  expect(await resumeSession(b.workspace, `${ID}~1`, options)).toMatchObject({
    session: `${ID}~1`,
    path,
    ensured: null,
  })
  await expect(resumeSession(b.workspace, ID, { ...options, cwd: home })).rejects.toMatchObject({
    code: 'target-exists',
    hint: expect.stringContaining(`stet resume ${ID}~1`),
  })
})

it('an agent hears that its session went on elsewhere, and its own id is its own line', async () => {
  await says(a, upTo(3))
  await a.sync()
  await b.sync()
  await says(a, upTo(4))
  await says(b, [...upTo(3), ...upTo(5, OTHERS, 4)])
  for (const machine of [a, b, a, b]) await machine.sync()
  const path = b.put(ID, [...upTo(3), ...upTo(5, OTHERS, 4)])
  const inside = async () => ({ client: 'claude-code', session: ID, transcript: path })
  const start = { session_id: ID, transcript_path: path, source: 'resume' }
  const context = { client: 'claude-code', liveDir: join(b.home, 'live'), program: 'stet' }
  const said = await runHook(b.workspace, 'SessionStart', start, context)
  expect(said).toContain(`${shortId(`${ID}~1`)}, also went on differently on laptop-a: ${shortId(ID)}, 4 rounds.`)
  expect((await resolveSession({ ...b.workspace, inside }, ID)).id).toBe(`${ID}~1`)
  expect((await resolveSession(b.workspace, ID)).id).toBe(ID)
})
