import { join } from 'node:path'
import { runChild } from './lib/child.ts'
import { timeInjects } from './lib/inject-times.ts'
import { longSession, withFolder } from './lib/place.ts'
import { report } from './lib/report.ts'
import { median, percentile } from './lib/statistics.ts'

// How long a round takes to come back from a session of 100 MB.
const DRAWS = 200
const WARM_UP = 20
const MUST_MS = 20

async function main(): Promise<void> {
  await withFolder(async (folder) => {
    const storeDir = join(folder, 'store')
    const transcript = longSession('100 MB')
    runChild('inscribe', [storeDir, transcript])
    await timeInjects(storeDir, transcript, WARM_UP)
    const times = await timeInjects(storeDir, transcript, DRAWS)
    const ours = times.map((one) => one.ours)
    const reference = times.map((one) => one.reference)
    const [half, most] = [0.5, 0.95].map((share) => ({
      ours: percentile(ours, share),
      reference: percentile(reference, share),
    })) as [Pair, Pair]
    report(
      'inject: a round of a 100 MB session, in process',
      [
        {
          figure: 'p50 ÷ reading and parsing it',
          ours: ms(half.ours),
          reference: ms(half.reference),
          median: half.ours / half.reference,
        },
        {
          figure: 'p95 ÷ reading and parsing it',
          ours: ms(most.ours),
          reference: ms(most.reference),
          median: most.ours / most.reference,
        },
        { figure: 'p95, ms', ours: ms(most.ours), reference: '', median: most.ours, must: { atMost: MUST_MS } },
      ],
      {},
    )
    const sizes = times.map((one) => one.size)
    console.log(
      `\nRounds: p50 ${kb(median(sizes))}, p95 ${kb(percentile(sizes, 0.95))}, largest ${kb(Math.max(...sizes))}.`,
    )
    const slow = times.filter((one) => one.ours > MUST_MS)
    if (slow.length > 0) {
      const smallest = Math.min(...slow.map((one) => one.size))
      console.log(
        `${slow.length} of ${DRAWS} took more than ${MUST_MS} ms; the smallest of those rounds has ${kb(smallest)}.`,
      )
    }
  })
}

interface Pair {
  readonly ours: number
  readonly reference: number
}

function ms(time: number): string {
  return `${time.toFixed(2)} ms`
}

function kb(bytes: number): string {
  return `${(bytes / 1e3).toFixed(0)} KB`
}

main()
