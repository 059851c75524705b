import { runChild, usageOf } from './lib/child.ts'
import { inTurn } from './lib/in-turn.ts'
import { longSession, type Size, STET, withFolder } from './lib/place.ts'
import { type Figure, report } from './lib/report.ts'
import { least, median } from './lib/statistics.ts'
import type { Timed } from './lib/timed.ts'
import { wholeFileReads } from './lib/whole-file-reads.ts'

// Figure 10: the most memory `stet inscribe` ever holds, next to Node counting the newlines of the same file.
const RUNS = 5

function inscribe(size: Size): Promise<Timed> {
  return withFolder((home) =>
    usageOf([STET, 'inscribe', longSession(size)], { HOME: home, STET_HOME: `${home}/store` }),
  )
}

async function main(): Promise<void> {
  const runs = await inTurn<Size | 'reference', Timed>(RUNS, {
    reference: () => runChild('count-lines', [longSession('1 GB')]),
    '100 MB': () => inscribe('100 MB'),
    '1 GB': () => inscribe('1 GB'),
  })
  const peaks = (name: keyof typeof runs) => runs[name].map((run) => run.peakBytes)
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  const reference = peaks('reference')
  const figures = (['100 MB', '1 GB'] as const).map(
    (size): Figure => ({
      figure: `peak memory, ${size}`,
      ours: megabytes(median(peaks(size))),
      reference: `newlines ${megabytes(median(reference))}`,
      best: least(peaks(size)) / least(reference),
      median: median(peaks(size)) / median(reference),
      must: { atMost: 3.5 },
      aim: { atMost: 2.5 },
    }),
  )
  figures.push({
    figure: '1 GB ÷ 100 MB',
    ours: megabytes(median(peaks('1 GB'))),
    reference: megabytes(median(peaks('100 MB'))),
    best: least(peaks('1 GB')) / least(peaks('100 MB')),
    median: median(peaks('1 GB')) / median(peaks('100 MB')),
    must: { atMost: 1.1 },
  })
  report('memory: peak RSS ÷ counting newlines', figures, { 'counting newlines': reference })
  const reads = wholeFileReads()
  console.log(
    reads.length === 0 ? '\nNo transcript is read as one string.' : `\nRead as one string:\n${reads.join('\n')}`,
  )
}

main()
