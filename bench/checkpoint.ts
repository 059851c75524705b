import { spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, copyFileSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { closeWorkspace, openWorkspace } from '../src/actions/open-workspace.ts'
import { secure } from '../src/actions/secure.ts'
import type { Workspace } from '../src/actions/workspace.ts'
import { writeLongSession } from './data/long-session.ts'
import { inTurn } from './lib/in-turn.ts'
import { transcripts, withFolder } from './lib/place.ts'
import { report } from './lib/report.ts'
import { median } from './lib/statistics.ts'
import { piecesOf } from './lib/steps.ts'

// Figure 5: a durable checkpoint of 100 KB into a warm store, and whether it costs more behind 200 MB than behind 2 MB.
// Captures as a process does that watches; each comes back when what is new is on disk. The same deltas
// are captured behind both, and what was written before is on disk by then: else other lines are compared, and the disk
// is busy with the history.
const DELTA = 100e3
const CHECKPOINTS = 40
const WARM_UP = 5
const SMALL = 2e6
const LARGE = 200e6
const RUNS = 5
const SESSION = '5e55b001-0000-4000-8000-000000000002'

/** Milliseconds until what is new is on disk, and until it is recorded and can be found. */
interface Times {
  readonly durable: number
  readonly recorded: number
}

interface Data {
  readonly small: string
  readonly large: string
  readonly deltas: readonly Buffer[]
}

/** Two histories with the same end, and what comes behind both. */
function writeData(folder: string): Data {
  const [first, ...others] = transcripts() as [string, ...string[]]
  const whole = join(folder, 'whole.jsonl')
  const bytes = writeLongSession(whole, [first, ...others], SMALL + CHECKPOINTS * DELTA)
  const pieces = piecesOf(whole, Math.round(bytes / DELTA))
  const end = Buffer.concat(pieces.slice(0, -CHECKPOINTS))
  const [small, large] = [join(folder, 'small.jsonl'), join(folder, 'large.jsonl')]
  appendFileSync(small, end)
  writeLongSession(large, [...others, first], LARGE - end.length) // in another order, every line has another id
  appendFileSync(large, end)
  return { small, large, deltas: pieces.slice(-CHECKPOINTS) }
}

async function measure(history: string, deltas: readonly Buffer[]): Promise<Times> {
  return withFolder(async (folder) => {
    const path = join(folder, `${SESSION}.jsonl`)
    copyFileSync(history, path)
    const workspace = await openWorkspace({
      storeDir: join(folder, 'store'),
      user: 'bench',
      machine: 'bench',
      cwd: '/',
      configDirs: {},
    })
    try {
      await capture(workspace, path)
      spawnSync('sync')
      const times: Times[] = []
      for (const delta of deltas) {
        appendFileSync(path, delta)
        times.push(await capture(workspace, path))
      }
      const warm = times.slice(WARM_UP)
      return {
        durable: median(warm.map((time) => time.durable)),
        recorded: median(warm.map((time) => time.recorded)),
      }
    } finally {
      await closeWorkspace(workspace)
    }
  })
}

async function capture(workspace: Workspace, path: string): Promise<Times> {
  const began = performance.now()
  const { recorded } = await secure(workspace, path)
  const durable = performance.now() - began
  await recorded
  return { durable, recorded: performance.now() - began }
}

async function appendAndSync(): Promise<Times> {
  return withFolder((folder) => {
    const file = openSync(join(folder, 'log'), 'a')
    const page = Buffer.alloc(4096, 'x')
    const times: number[] = []
    for (let n = 0; n < 200; n++) {
      const began = performance.now()
      writeSync(file, page)
      fdatasyncSync(file)
      times.push(performance.now() - began)
    }
    closeSync(file)
    const time = median(times)
    return { durable: time, recorded: time }
  })
}

async function main(): Promise<void> {
  await withFolder(async (folder) => {
    const { small, large, deltas } = writeData(folder)
    const runs = await inTurn(RUNS, {
      small: () => measure(small, deltas),
      reference: appendAndSync,
      large: () => measure(large, deltas),
    })
    const of = (times: readonly Times[], which: keyof Times) => median(times.map((time) => time[which]))
    const [durable, recorded] = [of(runs.small, 'durable'), of(runs.small, 'recorded')]
    const [behind, reference] = [of(runs.large, 'durable'), of(runs.reference, 'durable')]
    report(
      'checkpoint: 100 KB into a warm store, durable',
      [
        {
          figure: '5: p50 ÷ append 4 KB and fdatasync',
          ours: ms(durable),
          reference: ms(reference),
          median: durable / reference,
          must: { atMost: 8 },
          aim: { atMost: 4 },
        },
        {
          figure: 'the same until it is recorded and searchable',
          ours: ms(recorded),
          reference: ms(reference),
          median: recorded / reference,
        },
        {
          figure: '5, 11: behind 200 MB ÷ behind 2 MB',
          ours: ms(behind),
          reference: ms(durable),
          median: behind / durable,
          must: { atMost: 1.1 },
        },
        {
          figure: 'the same until it is recorded and searchable',
          ours: ms(of(runs.large, 'recorded')),
          reference: ms(recorded),
          median: of(runs.large, 'recorded') / recorded,
        },
      ],
      { 'append and fdatasync': runs.reference.map((time) => time.durable) },
    )
  })
}

function ms(time: number): string {
  return `${time.toFixed(2)} ms`
}

main()
