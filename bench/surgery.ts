import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cutSession, mergeSessions, splitSession } from '../src/actions/surgery/operations.ts'
import { recordOutputs } from '../src/actions/surgery/record-outputs.ts'
import { trimSession } from '../src/actions/surgery/trim-session.ts'
import type { Workspace } from '../src/actions/workspace.ts'
import type { Session } from '../src/model/session.ts'
import { TRIM_DEFAULTS } from '../src/surgery/trim.ts'
import { writeOneContext } from './data/one-context.ts'
import { runChild, usageOf } from './lib/child.ts'
import { inTurn } from './lib/in-turn.ts'
import { CHILDREN, longSession, STET, withFolder } from './lib/place.ts'
import { type Figure, report } from './lib/report.ts'
import { least, median } from './lib/statistics.ts'
import { withSession } from './lib/with-session.ts'

// Figure 12: operations on a session of 100 MB that is in the record, next to parsing its lines and writing them anew into
// a file, as a tool without a record has to. They go by outlines that an operation before has kept; what the first one
// costs is measured apart, and so is that a command takes the new session into the record behind its answer. The reference
// runs in a process of its own, without its start, and is not brought to disk; ours is. Two runs warm up; a command runs
// once, and is measured as a whole beside a whole run of the reference.
const RUNS = 5
/** For comparison. */
const UNJUDGED = [
  'trim, taken into the record',
  'trim, dry run, the first on the session',
  'stet trim --dry-run, the whole command',
]
const WARMING = 2
const references: Record<string, number[]> = {}
const figures: Figure[] = []

async function main(): Promise<void> {
  await withFolder(async (folder) => {
    const storeDir = join(folder, 'store')
    const transcript = join(folder, 'one-context.jsonl')
    writeOneContext(longSession('100 MB'), transcript)
    runChild('inscribe', [storeDir, transcript])
    await withSession(storeDir, async (workspace, session) => {
      const operations = await operationsOn(workspace, session, folder)
      const megabytes = statSync(transcript).size / 1e6
      const all = { ...operations, 'trim, dry run, the first on the session': () => firstDryRun(workspace, session) }
      for (const [name, run] of Object.entries(all))
        await measure(name, { megabytes, path: transcript, out: join(folder, 'out') }, run)
      await measureCommand(megabytes, transcript, [STET, 'trim', session.id, '--dry-run', '--store', storeDir])
    })
    report('surgery: MB/s ÷ parse and stringify', figures, references)
    console.log(`\nPeak memory of this process: ${(process.resourceUsage().maxRSS / 1000).toFixed(0)} MB.`)
  })
}

async function operationsOn(
  workspace: Workspace,
  session: Session,
  folder: string,
): Promise<Record<string, () => Promise<unknown>>> {
  const out = join(folder, 'out')
  const part = await partOf(workspace, session, join(folder, 'part.jsonl'))
  const half = Math.floor(session.facts.highestRound / 2)
  const children = [
    { id: 'first', ranges: [`${half}-${half + 20}`] },
    { id: 'second', ranges: [`${half + 21}-${session.facts.highestRound}`] },
  ]
  return {
    'trim, dry run': () => trimSession(workspace, session, TRIM_DEFAULTS, { dryRun: true }),
    trim: () => trimSession(workspace, session, TRIM_DEFAULTS, { out: join(out, 'trim.jsonl') }),
    split: () => splitSession(workspace, session, { children, shared: [] }, { out }),
    'merge with a part of itself': () => mergeSessions(workspace, [session, part], { out: join(out, 'merge.jsonl') }),
    'trim, taken into the record': () => trimAndRecord(workspace, session, join(out, 'trim.jsonl')),
  }
}

/** As if no operation had kept anything. */
async function firstDryRun(workspace: Workspace, session: Session): Promise<void> {
  const store = { ...workspace.store, listOutlines: async () => [] }
  await trimSession({ ...workspace, store }, session, TRIM_DEFAULTS, { dryRun: true })
}

async function trimAndRecord(workspace: Workspace, session: Session, out: string): Promise<void> {
  await recordOutputs(workspace, await trimSession(workspace, session, TRIM_DEFAULTS, { out }))
}

/** The session with all rounds but the last as rows of an index. */
async function partOf(workspace: Workspace, session: Session, out: string): Promise<Session> {
  const before = `round:${session.facts.highestRound}`
  const part = await cutSession(workspace, session, { kind: 'compress-before', before }, { out })
  await recordOutputs(workspace, part)
  return (await workspace.store.findSession(part.sessions[0]!.session as Session['id']))!
}

interface Work {
  readonly megabytes: number
  readonly path: string
  /** Where the operations write. */
  readonly out: string
}

async function measure(what: string, { megabytes, path, out }: Work, run: () => Promise<unknown>): Promise<void> {
  const timed = async () => {
    const time = await wall(run)
    rmSync(out, { recursive: true, force: true }) // behind the time, as with the reference
    return time
  }
  for (let n = 0; n < WARMING; n++) await timed()
  const { ours, reference } = await inTurn<'ours' | 'reference', number>(RUNS, {
    reference: () => roundTrip(path),
    ours: timed,
  })
  note(what, megabytes, ours, reference)
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

async function wall(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

main()
