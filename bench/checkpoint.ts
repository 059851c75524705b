import { spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, copyFileSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { inscribe } from '../src/record/capture/inscribe.ts'
import type { Workspace } from '../src/record/workspace.ts'
import { closeWorkspace, openWorkspace } from '../src/workspace/open-workspace.ts'
import { writeLongSession } from './data/long-session.ts'
import { inTurn } from './lib/in-turn.ts'
import { transcripts, withFolder } from './lib/place.ts'
import { report } from './lib/report.ts'
import { median } from './lib/statistics.ts'
import { piecesOf } from './lib/steps.ts'

// Figure 5: a durable checkpoint of 100 KB into a warm store, and whether it costs more after 200 MB than after 2 MB.
// Captures as a process does that watches; each comes back when what is new is on disk and can be found as a commit. The same deltas
// are captured after both, and what was written before is on disk by then: else other lines are compared, and the disk
// is busy with the history.
const DELTA = 100e3
const CHECKPOINTS = 40
const WARM_UP = 5
const SMALL = 2e6
const LARGE = 200e6
const RUNS = 5
const SESSION = '5e55b001-0000-4000-8000-000000000002'

interface Data {
  readonly small: string
  readonly large: string
  readonly deltas: readonly Buffer[]
}

/** Two histories with the same end, and what comes after both. */
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

async function measure(history: string, deltas: readonly Buffer[]): Promise<number> {
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
      const times: number[] = []
      for (const delta of deltas) {
        appendFileSync(path, delta)
        times.push(await capture(workspace, path))
      }
      return median(times.slice(WARM_UP))
    } finally {
      await closeWorkspace(workspace)
    }
  })
}

async function capture(workspace: Workspace, path: string): Promise<number> {
  const began = performance.now()
  const { failed } = await inscribe(workspace, [path], { sideFiles: false, trust: 'last-commit' })
  if (failed[0]) throw new Error(failed[0].message)
  return performance.now() - began
}

async function appendAndSync(): Promise<number> {
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
    return median(times)
  })
}

async function main(): Promise<void> {
  await withFolder(async (folder) => {
    const data = writeData(folder)
    const runs = await inTurn(RUNS, {
      small: () => measure(data.small, data.deltas),
      reference: appendAndSync,
      large: () => measure(data.large, data.deltas),
    })
    const [small, reference, large] = [median(runs.small), median(runs.reference), median(runs.large)]
    report(
      'checkpoint: 100 KB into a warm store, durable and findable',
      [
        {
          figure: '5: p50 ÷ append 4 KB and fdatasync',
          ours: ms(small),
          reference: ms(reference),
          median: small / reference,
          must: { atMost: 16 },
          aim: { atMost: 8 },
        },
        {
          figure: '5, 11: after 200 MB ÷ after 2 MB',
          ours: ms(large),
          reference: ms(small),
          median: large / small,
          must: { atMost: 1.1 },
        },
      ],
      { 'append and fdatasync': runs.reference },
    )
  })
}

function ms(time: number): string {
  return `${time.toFixed(2)} ms`
}

main()
