import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeOneContext } from './data/one-context.ts'
import { runChild, usageOf } from './lib/child.ts'
import { inTurn } from './lib/in-turn.ts'
import { OPERATIONS, withOperations } from './lib/operations.ts'
import { CHILDREN, longSession, STET, withFolder } from './lib/place.ts'
import { type Figure, report } from './lib/report.ts'
import { least, median } from './lib/statistics.ts'
import { withSession } from './lib/with-session.ts'

// Figure 12: operations on a session of 100 MB that is in the record, next to parsing its lines and writing them anew into
// a file, as a tool without a record has to. They go by outlines that an operation before has kept; what the first one
// costs is measured apart, and so is that a command takes the new session into the record behind its answer. Each runs in
// a process of its own, without its start, and what it wrote is taken away behind the time. The reference is not brought
// to disk; ours is. Two runs warm up; a command runs once, and is measured as a whole beside a whole run of the reference.
const RUNS = 5
const WARMING = 2
/** For comparison. */
const UNJUDGED: readonly string[] = [
  'trim, taken into the record',
  'trim, dry run, the first on the session',
  'stet trim --dry-run, the whole command',
]
const references: Record<string, number[]> = {}
const figures: Figure[] = []

async function main(): Promise<void> {
  await withFolder(async (folder) => {
    const storeDir = join(folder, 'store')
    const transcript = join(folder, 'one-context.jsonl')
    writeOneContext(longSession('100 MB'), transcript)
    runChild('inscribe', [storeDir, transcript])
    const megabytes = statSync(transcript).size / 1e6
    const peak = await measureOperations(megabytes, transcript, storeDir, folder)
    await withSession(storeDir, (_, { id }) =>
      measureCommand(megabytes, transcript, [STET, 'trim', id, '--dry-run', '--store', storeDir]),
    )
    report('surgery: MB/s ÷ parse and stringify', figures, references)
    console.log(`\nPeak memory of the operations' process: ${(peak / 1e6).toFixed(0)} MB.`)
  })
}

/** Returns the most memory they held. */
async function measureOperations(
  megabytes: number,
  transcript: string,
  storeDir: string,
  folder: string,
): Promise<number> {
  let peak = 0
  await withOperations([storeDir, folder], async (operate) => {
    for (const name of OPERATIONS) {
      const timed = async () => {
        const { wallMs, peakBytes } = await operate(name)
        rmSync(join(folder, 'out'), { recursive: true, force: true })
        peak = peakBytes
        return wallMs
      }
      for (let n = 0; n < WARMING; n++) await timed()
      const { ours, reference } = await inTurn<'ours' | 'reference', number>(RUNS, {
        reference: () => roundTrip(transcript),
        ours: timed,
      })
      note(name, megabytes, ours, reference)
    }
  })
  return peak
}

async function measureCommand(megabytes: number, path: string, command: readonly string[]): Promise<void> {
  const again = `${path}.again`
  const { ours, reference } = await inTurn<'ours' | 'reference', number>(RUNS, {
    reference: async () => (await usageOf([join(CHILDREN, 'round-trip.cjs'), path, again])).wallMs,
    ours: async () => (await usageOf(command)).wallMs,
  })
  rmSync(again)
  note('stet trim --dry-run, the whole command', megabytes, ours, reference)
}

function note(what: string, megabytes: number, ours: readonly number[], reference: readonly number[]): void {
  const speed = (times: readonly number[]) => `${((megabytes / least(times)) * 1000).toFixed(0)} MB/s`
  references[`parse and stringify, ${what}`] = [...reference]
  figures.push({
    figure: what,
    ours: speed(ours),
    reference: speed(reference),
    best: least(reference) / least(ours),
    median: median(reference) / median(ours),
    ...(!UNJUDGED.includes(what) && { must: { atLeast: 4 } }),
  })
}

/** What it wrote goes at once, so that nobody waits for a disk that is busy with it. */
function roundTrip(path: string): number {
  const target = `${path}.again`
  const { wallMs } = runChild('round-trip', [path, target])
  rmSync(target)
  return wallMs
}

main()
