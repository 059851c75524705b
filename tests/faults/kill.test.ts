import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { bundleChild, startChild } from './processes.ts'
import {
  contentsOf,
  copyStore,
  damageOf,
  openRecord,
  rawOf,
  sessionIds,
  temporaryFolder,
  withRecord,
} from './record.ts'
import { playScenario, type Scenario } from './scenario.ts'
import { transcript, uuidOf } from './transcript.ts'

const KILLS = process.env.STET_WIDE ? 500 : 120
const KILLS_FROM_OUTSIDE = 60

/** A store to start from, what it becomes, and every point that is passed on the way. */
interface Start {
  readonly name: string
  readonly store: string
  readonly sources: Sources
  readonly scenario: Scenario
  readonly expected: unknown
  readonly points: readonly { readonly point: string; readonly time: number }[]
}

/** Files to inscribe, and by session what is in them. */
interface Sources {
  readonly paths: readonly string[]
  readonly files: ReadonlyMap<string, Buffer>
}

const MAIN = uuidOf('main')
const FORK = uuidOf('fork')
const folder = temporaryFolder('kill')
let script: string
/** The first is long enough for more than one transaction; it is died in once at each point. */
let starts: readonly Start[]

beforeAll(async () => {
  script = await bundleChild('scenario.ts')
  const large = writeSources('large', 200_000)
  const small = writeSources('small', 4000)
  const whole = small.files.get(MAIN)!
  const torn = whole.subarray(0, whole.indexOf('\n', whole.length * 0.6) - 400)
  const other = Buffer.from(whole.toString().replace('step 2', 'leap 2'))
  starts = [
    await prepare('no store, a large session', large, { session: MAIN }),
    await prepare('no store', small, { session: MAIN }),
    await prepare('half a session with a torn line', small, { session: MAIN, before: torn }),
    await prepare('a session that was rewritten', small, { session: `${MAIN}~1`, before: other }),
  ]
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(script, { force: true })
})

describe('a process killed while it writes', () => {
  it(`at every point, ${KILLS} times, leaves a store that is well and goes on`, { timeout: 3_600_000 }, async ({
    signal,
  }) => {
    const killed = new Map<string, number>()
    const plans = killPlans()
    let kills = 0
    const lane = async (name: string) => {
      for (let runs = 0; kills < KILLS && !signal.aborted; runs++) {
        const { start, deaths } = plans.next().value
        const store = join(folder, `${name}-${runs}`)
        copyStore(start.store, store)
        for (const die of deaths) {
          const ended = await startChild(script, { ...start.scenario, store, die }).ended
          if (ended.code === 0) continue // what the death before left to do does not pass this point
          expect(ended).toMatchObject({ signal: 'SIGKILL', stderr: '' })
          kills++
          killed.set(die.point, (killed.get(die.point) ?? 0) + 1)
          await expectPrefix(store, start, JSON.stringify(deaths))
        }
        await expectFinished(store, start, JSON.stringify(deaths))
        rmSync(store, { recursive: true })
      }
    }
    await Promise.all([lane('a'), lane('b')])
    console.log(`kills by point (${kills} in all):`)
    for (const [point, times] of [...killed].sort()) console.log(`  ${String(times).padStart(4)}  ${point}`)
    expect(kills).toBeGreaterThanOrEqual(KILLS)
    expect([...killed.keys()].sort()).toEqual(allPoints())
  })

  it(`from outside at any time, ${KILLS_FROM_OUTSIDE} times, too`, { timeout: 3_600_000 }, async ({ signal }) => {
    const whole = new Map<Start, number>()
    for (const start of starts) whole.set(start, await runningTime(start))
    let kills = 0
    let finished = 0
    const lane = async (name: string) => {
      for (let run = 0; kills < KILLS_FROM_OUTSIDE && !signal.aborted; run++) {
        const start = starts[run % starts.length]!
        const store = join(folder, `outside-${name}-${run}`)
        copyStore(start.store, store)
        const child = startChild(script, { ...start.scenario, store })
        await wait(whole.get(start)! * (0.3 + Math.random() * 0.5))
        child.kill()
        if ((await child.ended).signal !== null) kills++
        else {
          finished++
          whole.set(start, whole.get(start)! * 0.8) // the machine has more time now than when it was measured
        }
        await expectPrefix(store, start, 'from outside')
        await expectFinished(store, start, 'from outside')
        rmSync(store, { recursive: true })
      }
    }
    await Promise.all([lane('a'), lane('b')])
    console.log(`kills from outside: ${kills}; ${finished} children had finished before`)
    expect(kills).toBeGreaterThanOrEqual(KILLS_FROM_OUTSIDE)
  })
})

/** A session of several commits and a compaction, with a subagent and side files, and a fork of it. */
function writeSources(name: string, roundBytes: number): Sources {
  const agentId = 'a1b2c3'
  const spawns = { round: 2, agentId }
  const lines = transcript({ sessionId: MAIN, rounds: 11, roundBytes, compactAfter: 5, spawns })
  const shared = lines.slice(
    0,
    lines.findIndex((line) => line.includes('Please do step 3')),
  )
  const own = transcript({ sessionId: FORK, rounds: 2 })
  const agent = transcript({ sessionId: MAIN, agentId, rounds: 1, seed: agentId })
  const files = new Map([
    [MAIN, Buffer.from(lines.join(''))],
    [FORK, Buffer.from([...shared.map((line) => line.replaceAll(MAIN, FORK)), ...own].join(''))],
    [`agent-${agentId}`, Buffer.from(agent.join(''))],
  ])
  const place = join(folder, name)
  const beside = join(place, MAIN)
  mkdirSync(join(beside, 'subagents'), { recursive: true })
  mkdirSync(join(beside, 'tool-results'))
  writeFileSync(join(beside, 'subagents', `agent-${agentId}.jsonl`), files.get(`agent-${agentId}`)!)
  writeFileSync(join(beside, 'subagents', `agent-${agentId}.meta.json`), '{}')
  writeFileSync(join(beside, 'tool-results', 'long.txt'), 'a long result\n'.repeat(1000))
  const paths = [MAIN, FORK].map((id) => join(place, `${id}.jsonl`))
  for (const path of paths) writeFileSync(path, files.get(basename(path, '.jsonl'))!)
  return { paths, files }
}

/** Records what the session had before, if anything, and finds out what playing the scenario from there should give. */
async function prepare(
  name: string,
  sources: Sources,
  { session, before }: { session: string; before?: Buffer },
): Promise<Start> {
  const store = join(folder, name)
  const [path] = sources.paths
  if (before) {
    writeFileSync(path!, before)
    await withRecord(store, (workspace) => inscribe(workspace, [path!], { sideFiles: false }))
    writeFileSync(path!, sources.files.get(MAIN)!)
  }
  const scenario = { paths: sources.paths, session }
  const clean = join(folder, `${name}, clean`)
  copyStore(store, clean)
  const passed: string[] = []
  const workspace = openRecord(clean, { onWrite: (point) => void passed.push(point) })
  await playScenario(workspace, scenario)
  expect(await damageOf(workspace)).toEqual([])
  const expected = await contentsOf(workspace)
  await workspace.store.close()
  const points = passed.map((point, at) => ({ point, time: passed.slice(0, at + 1).filter((p) => p === point).length }))
  return { name, store, sources, scenario, expected, points }
}

/** First every point of every start; then two deaths in a row, so that what a death left is died over too. */
function* killPlans(): Generator<{ start: Start; deaths: Start['points'] }, never> {
  for (const start of starts) for (const die of start.points) yield { start, deaths: [die] }
  for (let at = 0; ; at++) {
    const start = starts[1 + (at % (starts.length - 1))]!
    const pick = (step: number) => start.points[(at * step) % start.points.length]!
    yield { start, deaths: [pick(7), pick(11)] }
  }
}

/** How long a scenario takes when nobody kills it, two at a time as below. */
async function runningTime(start: Start): Promise<number> {
  const stores = ['x', 'y'].map((name) => join(folder, `${start.name}, ${name}`))
  for (const store of stores) copyStore(start.store, store)
  const began = Date.now()
  const ended = stores.map((store) => startChild(script, { ...start.scenario, store }).ended)
  expect(await Promise.all(ended)).toMatchObject([{ code: 0 }, { code: 0 }])
  return Date.now() - began
}

function allPoints(): readonly string[] {
  return [...new Set(starts.flatMap((start) => start.points.map(({ point }) => point)))].sort()
}

/** Nothing is damaged, and each session is its file up to some place. */
async function expectPrefix(store: string, start: Start, when: string): Promise<void> {
  await withRecord(store, async (workspace) => {
    const context = { start: start.name, when }
    expect({ ...context, damage: await damageOf(workspace) }).toEqual({ ...context, damage: [] })
    for (const id of await sessionIds(workspace)) {
      const raw = await rawOf(workspace, id)
      const source = start.sources.files.get(id.replace('~1', ''))!
      const isPrefix = source.subarray(0, raw.length).equals(raw)
      const isOld = raw.includes('leap 2') && id === MAIN
      expect({ ...context, id, isPrefix: isPrefix || isOld }).toEqual({ ...context, id, isPrefix: true })
    }
  })
}

/** Done again, everything is as if nothing had happened. */
async function expectFinished(store: string, start: Start, when: string): Promise<void> {
  await withRecord(store, async (workspace) => {
    await playScenario(workspace, start.scenario)
    const context = { start: start.name, when }
    const contents = await contentsOf(workspace)
    expect({ ...context, contents }).toEqual({ ...context, contents: start.expected })
    for (const [id, source] of start.sources.files) {
      const newest = id === MAIN ? start.scenario.session : id
      expect((await rawOf(workspace, newest)).equals(source)).toBe(true)
    }
  })
}
