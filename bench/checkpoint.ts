import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { closeWorkspace, openWorkspace } from '../src/actions/open-workspace.ts'
import { writeLongSession } from './data/long-session.ts'
import { inTurn } from './lib/in-turn.ts'
import { transcripts, withFolder } from './lib/place.ts'
import { report } from './lib/report.ts'
import { median, percentile } from './lib/statistics.ts'
import { growAndCapture, piecesOf } from './lib/steps.ts'

// Figure 5: a durable checkpoint of 100 KB into a warm store, and whether it costs more behind 200 MB than behind 2 MB.
// Captures as a process does that watches; durable, so that each comes back when the record is on disk.
const DELTA = 100e3
const CHECKPOINTS = 40
const RUNS = 3

async function measure(behind: number): Promise<number> {
  return withFolder(async (folder) => {
    const source = join(folder, 'long.jsonl')
    const bytes = writeLongSession(source, transcripts(), behind + CHECKPOINTS * DELTA)
    const pieces = piecesOf(source, Math.round(bytes / DELTA))
    const first = Buffer.concat(pieces.slice(0, pieces.length - CHECKPOINTS))
    const workspace = await openWorkspace({
      storeDir: join(folder, 'store'),
      user: 'bench',
      machine: 'bench',
      cwd: '/',
      configDirs: {},
    })
    try {
      const path = join(folder, '5e55b001-0000-4000-8000-000000000002.jsonl')
      const growth = [first, ...pieces.slice(-CHECKPOINTS)]
      const times = await growAndCapture(workspace, path, growth, { durable: true })
      return median(times.slice(1 + 5)) // the first captures warm up
    } finally {
      await closeWorkspace(workspace)
    }
  })
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
    return percentile(times, 0.5)
  })
}

async function main(): Promise<void> {
  const runs = await inTurn(RUNS, { small: () => measure(2e6), large: () => measure(200e6), reference: appendAndSync })
  const [small, large, reference] = [runs.small, runs.large, runs.reference].map(median) as [number, number, number]
  report(
    'checkpoint: 100 KB into a warm store, durable',
    [
      {
        figure: '5: p50 ÷ append 4 KB and fdatasync',
        ours: ms(small),
        reference: ms(reference),
        median: small / reference,
        must: { atMost: 8 },
        aim: { atMost: 4 },
      },
      {
        figure: '5, 11: behind 200 MB ÷ behind 2 MB',
        ours: ms(large),
        reference: ms(small),
        median: large / small,
        must: { atMost: 1.1 },
      },
    ],
    { 'append and fdatasync': runs.reference },
  )
}

function ms(time: number): string {
  return `${time.toFixed(2)} ms`
}

main()
