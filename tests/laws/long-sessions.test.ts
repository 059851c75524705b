import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '../../src/model/session.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'
import { startCounting, type Work } from '../work-of.ts'

/** Ten times the rounds may take so many times the work; what takes the square of them takes a hundred times. */
const MOST = 14
const [SHORT, LONG] = [300, 3000]

interface Place {
  readonly workspace: Workspace
  readonly session: Session
  readonly path: string
  readonly liveDir: string
}

let counting: Awaited<ReturnType<typeof startCounting>>
let places: Readonly<Record<'short' | 'long', Place>>
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  counting = await startCounting()
  places = { short: await placeOf(SHORT), long: await placeOf(LONG) }
})
afterAll(async () => {
  counting.stop()
  for (const close of closing) await close()
})

/** A record with one session, whose rounds are in several engagements, by turns and in long runs. */
async function placeOf(rounds: number): Promise<Place> {
  const { openTestWorkspace } = await import('../workspace.ts')
  const { inscribe } = await import('../../src/record/capture/inscribe.ts')
  const { tag } = await import('../../src/work/tag.ts')
  const { home, workspace, close } = await openTestWorkspace()
  closing.push(close)
  const id = uuidOf(`long ${rounds}`)
  const path = join(home, `${id}.jsonl`)
  writeFileSync(path, transcript({ sessionId: id, seed: 'long', rounds, roundBytes: 60 }).join(''))
  await inscribe(workspace, [path])
  const half = rounds / 2
  const turns = Array.from({ length: rounds / 10 }, (_, at) => half + 1 + at * 3).filter((round) => round <= rounds)
  await tag(workspace, id, { range: `1-${half}`, engagement: 'first-work' })
  await tag(workspace, id, { range: `${half + 1}-${rounds}`, engagement: 'second-work' })
  await tag(workspace, id, { range: turns.join(','), engagement: 'third-work' })
  const session = (await workspace.store.findSession(id as Session['id']))!
  return { workspace, session, path, liveDir: join(home, 'store', 'live') }
}

let folders = 0

const WORKS: Readonly<Record<string, (place: Place) => Promise<unknown>>> = {
  engagements: async ({ workspace }) => (await import('../../src/work/list-engagements.ts')).listEngagements(workspace),
  matrix: async ({ workspace }) => (await import('../../src/work/matrix.ts')).matrixOf(workspace, 'first-work'),
  'pressure, with its advice': async ({ workspace, session }) =>
    (await import('../../src/live/pressure-of.ts')).pressureOf(workspace, session.id),
  'what a session could be split into': async ({ workspace, session }) =>
    (await import('../../src/work/suggest-engagements.ts')).suggestEngagements(workspace, { session }),
  'the Stop hook': async ({ workspace, session, path, liveDir }) => {
    const { runHook } = await import('../../src/live/run-hook.ts')
    const input = { session_id: session.id, transcript_path: path, cwd: '/' }
    return runHook(workspace, 'Stop', input, { client: 'claude-code', liveDir, program: 'stet' })
  },
  'export to json, into a folder': async ({ workspace, session, path }) => {
    const { exportTo } = await import('../../src/read/export.ts')
    return exportTo(workspace, session.id, { to: 'json', out: join(dirname(path), `out-${folders++}`) })
  },
  ...Object.fromEntries(
    (['json', 'markdown', 'html', 'raw'] as const).map((to) => [
      `export to ${to}`,
      async ({ workspace, session }: Place) => {
        const { exportStream } = await import('../../src/read/export.ts')
        for await (const _ of exportStream(workspace, session.id, to));
      },
    ]),
  ),
}

/** A round that goes on from the last line of a file. */
function nextRound(path: string, sessionId: string): string {
  const last = readFileSync(path, 'utf8').matchAll(/"uuid":"([^"]+)"/g)
  const parent = [...last].at(-1)![1]!
  return transcript({ sessionId, seed: `after ${parent}`, rounds: 1, roundBytes: 60 })
    .slice(1)
    .join('')
    .replace('"parentUuid":null', `"parentUuid":"${parent}"`)
}

it.each(Object.keys(WORKS))('%s takes work by the rounds of a session, not by their square', async (name) => {
  const work = WORKS[name]!
  for (const { path, session } of Object.values(places)) appendFileSync(path, nextRound(path, session.id))
  await work(places.short) // what is loaded or kept with the first is no part of it
  appendFileSync(places.short.path, nextRound(places.short.path, places.short.session.id))
  const [short, long] = [await workOf(places.short), await workOf(places.long)]
  expect({ name, ...growth(short, long) }).toEqual({ name, steps: expect.any(Number), bytes: expect.any(Number) })
  expect(growth(short, long).steps).toBeLessThan(MOST)
  expect(growth(short, long).bytes).toBeLessThan(MOST)

  function workOf(place: Place): Promise<Work> {
    return counting.workOf(() => work(place))
  }
})

function growth(short: Work, long: Work): Work {
  return { steps: long.steps / short.steps, bytes: long.bytes / short.bytes }
}
