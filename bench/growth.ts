import { join } from 'node:path'
import { listRounds } from '../src/read/rounds.ts'
import { runChild } from './lib/child.ts'
import { inTurn } from './lib/in-turn.ts'
import { timeInjects } from './lib/inject-times.ts'
import { longSession, type Size, withFolder } from './lib/place.ts'
import { type Figure, type Goal, report } from './lib/report.ts'
import { least, median } from './lib/statistics.ts'
import type { Timed } from './lib/timed.ts'
import { withSession } from './lib/with-session.ts'

// Figure 11: what ten times the data costs, next to itself.
const RUNS = 5
const DRAWS = 50

interface Times {
  readonly ingest: number
  readonly cpu: number
  readonly rounds: number
  readonly inject: number
}

/** Captures the session of this size into a fresh store and reads there. */
function measure(size: Size): Promise<Times> {
  return withFolder(async (folder) => {
    const storeDir = join(folder, 'store')
    const ingest: Timed = runChild('inscribe', [storeDir, longSession(size)])
    const rounds = await withSession(storeDir, async (workspace, session) => {
      const times: number[] = []
      for (let nth = 0; nth < 10; nth++) {
        const began = performance.now()
        await listRounds(workspace, session)
        times.push(performance.now() - began)
      }
      return least(times)
    })
    const injects = await timeInjects(storeDir, longSession(size), DRAWS)
    return { ingest: ingest.wallMs, cpu: ingest.cpuMs, rounds, inject: median(injects.map((one) => one.ours)) }
  })
}

async function main(): Promise<void> {
  const runs = await inTurn<Size, Times>(RUNS, { '100 MB': () => measure('100 MB'), '1 GB': () => measure('1 GB') })
  const growth = (name: keyof Times, of: (values: readonly number[]) => number) =>
    of(runs['1 GB'].map((run) => run[name])) / of(runs['100 MB'].map((run) => run[name]))
  const row = (name: 'ingest' | 'rounds' | 'inject', must: Goal, aim?: Goal): Figure => ({
    figure: `${name}, 100 MB → 1 GB`,
    ours: `${median(runs['1 GB'].map((run) => run[name])).toFixed(1)} ms`,
    reference: `${median(runs['100 MB'].map((run) => run[name])).toFixed(1)} ms`,
    best: growth(name, least),
    median: growth(name, median),
    ...(name === 'ingest' && { cpu: growth('cpu', least) }),
    must,
    ...(aim && { aim }),
  })
  report(
    'growth: ten times the data',
    [
      row('ingest', { atMost: 10.5 }),
      row('rounds', { atMost: 10.5 }),
      row('inject', { atMost: 10.5 }, { atMost: 1.1 }),
    ],
    { 'ingest of 100 MB': runs['100 MB'].map((run) => run.ingest) },
  )
}

main()
