import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeOneContext } from './data/one-context.ts'
import { runChild, usageOf } from './lib/child.ts'
import { inTurn } from './lib/in-turn.ts'
import { CHILDREN, longSession, type SmallerSize, STET, withFolder } from './lib/place.ts'
import { type Figure, type Goal, report } from './lib/report.ts'
import { least, median } from './lib/statistics.ts'
import { withSession } from './lib/with-session.ts'

// Figure 12: `stet trim` of a session that is in the record, the whole command with the new session recorded, next to a
// Node process that parses the session's lines and writes them anew, as a tool without a record has to. "First" is on a
// copy of the store that no operation was carried out in, "again" the same command once more. The reference is not
// brought to disk; ours is.
const RUNS = 7
const SIZES = ['1 MB', '13 MB', '89 MB'] as const satisfies readonly SmallerSize[]
const GOALS: Readonly<Record<string, Goal>> = {
  'first, 13 MB': { atMost: 1 },
  'again, 13 MB': { atMost: 1 },
  'first, 89 MB': { atMost: 1 },
  'first, 1 MB, ÷ node -e 0': { atMost: 4 },
}
const figures: Figure[] = []
const references: Record<string, number[]> = {}

async function main(): Promise<void> {
  for (const size of SIZES) await withFolder((folder) => measure(size, folder))
  report('surgery: stet trim ÷ parse and stringify, whole processes', figures, references)
}

async function measure(size: SmallerSize, folder: string): Promise<void> {
  const recorded = join(folder, 'recorded')
  const storeDir = join(folder, 'store')
  const transcript = join(folder, 'one-context.jsonl')
  writeOneContext(longSession(size), transcript)
  runChild('inscribe', [recorded, transcript])
  const id = await withSession(recorded, async (_, session) => session.id)
  const { reference, nothing, first, again } = await inTurn(RUNS, {
    nothing: async () => (await usageOf(['-e', '0'])).wallMs,
    reference: () => roundTrip(transcript),
    first: () => {
      rmSync(storeDir, { recursive: true, force: true })
      cpSync(recorded, storeDir, { recursive: true })
      return trim('first')
    },
    again: () => trim('again'),
  })
  note(`first, ${size}`, first, reference)
  note(`again, ${size}`, again, reference)
  note(`first, ${size}, ÷ node -e 0`, first, nothing)
  references[`parse and stringify, ${size}`] = reference

  async function trim(name: string): Promise<number> {
    const out = join(folder, `${name}.jsonl`)
    rmSync(out, { force: true })
    return (await usageOf([STET, 'trim', id, '--out', out, '--store', storeDir])).wallMs
  }
}

function note(figure: string, ours: readonly number[], reference: readonly number[]): void {
  const must = GOALS[figure]
  figures.push({
    figure,
    ours: `${median(ours).toFixed(0)} ms`,
    reference: `${median(reference).toFixed(0)} ms`,
    best: least(ours) / least(reference),
    median: median(ours) / median(reference),
    ...(must && { must }),
  })
}

/** What it wrote goes at once, so that nobody waits for a disk that is busy with it. */
async function roundTrip(path: string): Promise<number> {
  const target = `${path}.again`
  const { wallMs } = await usageOf([join(CHILDREN, 'round-trip.cjs'), path, target])
  rmSync(target)
  return wallMs
}

main()
