import { statSync } from 'node:fs'
import { runChild } from './lib/child.ts'
import { inTurn } from './lib/in-turn.ts'
import { longSession, transcripts, withFolder } from './lib/place.ts'
import { type Figure, report } from './lib/report.ts'
import { least, median } from './lib/statistics.ts'
import type { Timed } from './lib/timed.ts'

// Figure 1: how fast sessions come into the record, with store, hash and rounds, next to parsing alone.
const RUNS = 5
const references: Record<string, number[]> = {}
const figures: Figure[] = []

async function measure(what: string, files: readonly string[]): Promise<void> {
  const megabytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6
  const { ours, reference } = await inTurn<'ours' | 'reference', Timed>(RUNS, {
    reference: () => runChild('parse-lines', files),
    ours: () => withFolder((folder) => runChild('inscribe', [folder, ...files])),
  })
  const wall = { ours: ours.map((run) => run.wallMs), reference: reference.map((run) => run.wallMs) }
  const cpu = { ours: ours.map((run) => run.cpuMs), reference: reference.map((run) => run.cpuMs) }
  const speed = (times: readonly number[]) => `${((megabytes / least(times)) * 1000).toFixed(0)} MB/s`
  references[`parsing ${what}`] = wall.reference
  figures.push({
    figure: `ingest, ${what}`,
    ours: speed(wall.ours),
    reference: `JSON.parse ${speed(wall.reference)}`,
    best: least(wall.reference) / least(wall.ours),
    median: median(wall.reference) / median(wall.ours),
    cpu: least(cpu.reference) / least(cpu.ours),
    must: { atLeast: 0.5 },
    aim: { atLeast: 0.8 },
  })
}

async function main(): Promise<void> {
  await measure('100 MB', [longSession('100 MB')])
  await measure('1 GB', [longSession('1 GB')])
  await measure(`${transcripts().length} files`, transcripts())
  report('ingest: MB/s ÷ JSON.parse per line', figures, references)
}

main()
