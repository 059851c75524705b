import { Failure, isFailure } from '../../model/errors.ts'
import type { ArtifactId, CommitId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import type { StoreFault } from '../../store/store.ts'
import { follows } from '../read/session-bytes.ts'
import { catchUpSearch } from '../search/catch-up-search.ts'
import type { Workspace } from '../workspace.ts'
import { derive } from './derive.ts'
import { derivedFault, tagsOf } from './derived-fault.ts'
import { restoreArtifacts, restoreSession } from './restore-bytes.ts'

interface Damage {
  readonly where: string
  readonly what: string
}

export interface Verified {
  readonly ok: boolean
  readonly checked: number
  readonly counts: { readonly artifacts: number; readonly commits: number; readonly sessions: number }
  readonly damaged: readonly Damage[]
  /** Sessions that still read whole. */
  readonly readable: number
  /** Sessions of which what is derived was computed anew, or would be. */
  readonly rebuilt: number
  /** Damaged artifacts and sessions that were put back from files. */
  readonly repaired: number
}

interface VerifyOptions {
  /** Computes everything derived anew from the record where it differs. */
  readonly rebuild?: boolean
  /** Does that too, and puts back what the clients' files, or these copies of them, still have. */
  readonly repair?: { readonly copies: readonly string[] } | undefined
  /** With `rebuild`: writes nothing, and counts what would be computed anew; it stays among what is damaged. */
  readonly dryRun?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

/** A larger artifact is read piece by piece. */
const WHOLE_BYTES = 16 << 20

/** Reads everything in the store and proves it: each artifact by its hash, each chain, each derived row. */
export async function verify(
  workspace: Workspace,
  { rebuild: rebuilds = false, repair: repairs, dryRun = false, signal, onProgress }: VerifyOptions = {},
): Promise<Verified> {
  const { store } = workspace
  const repair = dryRun ? undefined : repairs
  const rebuild = rebuilds || repairs !== undefined
  if (repair) await store.reindex().catch(leaveDamaged)
  const damaged: Damage[] = [...(await faultsThatStay(workspace))]
  const broken = new Set<ArtifactId>()
  let artifacts = 0
  let commits = 0
  await attempt(damaged, 'artifacts', async () => {
    const total = await store.sizes()
    commits = total.commits // those of no session's chain too; the store has looked at each
    for await (const { id, size } of store.artifacts.list()) {
      artifacts++
      onProgress?.(artifacts, total.artifacts)
      await readBack(workspace, id, size).catch(async (error) => {
        if (!isFailure(error, 'artifact-missing', 'artifact-corrupt')) throw error
        if (await store.artifacts.has(id)) broken.add(id) // else it was collected meanwhile
      })
    }
  })
  let repaired = 0
  if (repair && broken.size > 0) {
    for (const id of await restoreArtifacts(workspace, broken, repair.copies)) {
      broken.delete(id)
      repaired++
    }
  }
  for (const id of broken)
    damaged.push({ where: `artifact ${id.slice(0, 16)}`, what: 'its bytes cannot be read as they were written' })
  const sessions: Session[] = []
  await attempt(damaged, 'sessions', async () => {
    for await (const session of store.listSessions()) sessions.push(session)
  })
  const tags = await tagsOf(workspace).catch(() => new Map<string, string | null>()) // damage of it is told above
  let readable = 0
  let rebuilt = 0
  for (const listed of sessions) {
    if (signal?.aborted) throw stopped()
    const before = damaged.length
    await attempt(damaged, `session ${listed.id}`, async () => {
      const session = repair ? await restoreSession(workspace, listed, checkChain) : listed
      if (session !== listed) repaired++
      await checkChain(workspace, session)
      const isOutdated = await store.isOutdated(session.id)
      if (isOutdated && !rebuild) return // what an older Stet derived is computed anew, not compared
      const fault = isOutdated ? '' : await derivedFault(workspace, session, tags)
      if (fault === undefined) return
      if (rebuild && !dryRun) await rebuildDerived(workspace, session)
      else damaged.push({ where: `session ${session.id}`, what: `${fault}; run \`stet verify --rebuild\`` })
      if (rebuild) rebuilt++
    })
    if (damaged.length === before) readable++
  }
  if (rebuild && !dryRun) await catchUpSearch(workspace)
  return {
    ok: damaged.length === 0,
    checked: artifacts + commits + sessions.length,
    counts: { artifacts, commits, sessions: sessions.length },
    damaged,
    readable,
    rebuilt,
    repaired,
  }
}

/** What one look finds may be a moment of somebody's write: damage is there at the second look too. */
async function faultsThatStay({ store }: Workspace): Promise<readonly StoreFault[]> {
  const found = await store.listFaults()
  if (found.length === 0) return found
  const again = new Set((await store.listFaults()).map((fault) => JSON.stringify(fault)))
  return found.filter((fault) => again.has(JSON.stringify(fault)))
}

async function readBack({ store }: Workspace, id: ArtifactId, size: number): Promise<void> {
  if (size <= WHOLE_BYTES) return void (await store.artifacts.get(id))
  for await (const _ of store.artifacts.stream(id)); // read for its hash alone
}

function leaveDamaged(error: unknown): void {
  if (!isFailure(error, 'record-corrupt', 'store-unreadable')) throw error // it is among the faults then
}

/** Computes everything derived of one session anew. Tags come back from the journal. */
export async function rebuildDerived(workspace: Workspace, session: Session): Promise<void> {
  const { parsed, active, cut } = await derive(workspace, session)
  await workspace.store.replaceDerived({ session: session.id, from: session.head, derived: parsed, active, cut })
  await workspace.search?.forget(session.id) // it is caught up from the new rows
}

function stopped(): Failure {
  return new Failure('interrupted', 'Stopped before the last session.', {
    hint: 'Run `stet verify` again when you like.',
  })
}

async function attempt(damaged: Damage[], where: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!isFailure(error) || error.code === 'interrupted') throw error
    damaged.push({ where, what: error.message })
  }
}

/** The session's commits lie end to end, each the parent of the next, and the head is the last. */
async function checkChain({ store }: Workspace, session: Session): Promise<void> {
  let at = 0
  let parent: CommitId | null = null
  for await (const commit of store.listChain(session.id)) {
    if (at >= session.bytes) break // written since the session was read
    if (commit.start !== at) throw new Failure('record-corrupt', `Its commits leave a gap at byte ${at}.`)
    if (!follows(commit, parent))
      throw new Failure('record-corrupt', `Commit ${commit.id} does not follow the one before it.`)
    at = commit.end
    parent = commit.id
  }
  if (at !== session.bytes || parent !== session.head)
    throw new Failure('record-corrupt', `Its head is not its last commit.`)
}
