import { Failure, isFailure } from '../model/errors.ts'
import type { ArtifactId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import { rebuildDerived } from '../record/derived/rebuild-derived.ts'
import { catchUpSearch } from '../record/indexing/catch-up-search.ts'
import type { StoreFault } from '../record/store.ts'
import type { Workspace } from '../record/workspace.ts'
import { restoreArtifacts, restoreSession } from './restore-bytes.ts'
import { checkChain, isDamage, OUTDATED, sessionFault } from './session-fault.ts'
import { isSound, unreadableArtifacts } from './unreadable-artifacts.ts'

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
  /** Sessions of which what is derived was compared with what their bytes mean. */
  readonly compared: number
  /** Sessions of which what is derived was computed again, or would be. */
  readonly rebuilt: number
  /** Damaged artifacts and sessions that were put back from files. */
  readonly repaired: number
}

interface VerifyOptions {
  /** Proves what is recorded alone: what is derived is not compared with what the bytes mean. */
  readonly quick?: boolean
  /** Computes what is derived again where it differs from what the bytes mean. */
  readonly rebuild?: boolean
  /** Does that too, and puts back what the clients' files, or these copies of them, still have. */
  readonly repair?: { readonly copies: readonly string[] } | undefined
  /** With `rebuild`: writes nothing, and counts what would be computed again; it stays among what is damaged. */
  readonly dryRun?: boolean
  readonly signal?: AbortSignal
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Reads the whole record and proves it: each artifact by its hash, each row that is written once by its checksum, each
 * chain to its head; and compares what is derived with what the bytes mean. What is compared is read from one state of
 * the record, and said to be damaged where it is so in two.
 */
export async function verify(workspace: Workspace, options: VerifyOptions = {}): Promise<Verified> {
  const { quick = false, rebuild: rebuilds = false, repair: repairs, dryRun = false, signal } = options
  const { store } = workspace
  const repair = dryRun ? undefined : repairs
  const rebuild = rebuilds || repairs !== undefined
  const compares = rebuild || !quick
  if (repair) await store.reindex().catch(leaveDamaged)
  const damaged: Damage[] = repair ? [] : [...(await faultsThatStay(workspace))]
  const { broken, counts } = await proveArtifacts(workspace, damaged, options)
  let repaired = 0
  if (repair && broken.size > 0) {
    for (const id of await restoreArtifacts(workspace, broken, repair.copies)) {
      broken.delete(id)
      repaired++
    }
  }
  for (const id of broken)
    damaged.push({ where: `artifact ${id.slice(0, 16)}`, what: 'its bytes cannot be read as they were written' })
  const checked = counts.artifacts + counts.commits + counts.sessions
  if (damaged.length === 0 && !compares) {
    return { ok: true, checked, counts, damaged, readable: counts.sessions, compared: 0, rebuilt: 0, repaired }
  }
  const sessions: Session[] = []
  await attempt(damaged, 'sessions', async () => {
    for await (const session of store.listSessions()) sessions.push(session)
  })
  const isRead = damaged.length > 0 || repair !== undefined // to say of which all is there
  let readable = 0
  let compared = 0
  let rebuilt = 0
  for (const listed of sessions) {
    if (signal?.aborted) throw stopped()
    const isWhole = await attempt(damaged, `session ${listed.id}`, async () => {
      const session = repair ? await restoreSession(workspace, listed, checkChain) : listed
      if (session !== listed) repaired++
      const differs = await sessionFault(workspace, session, { isRead, compares })
      if (compares) compared++
      if (differs === undefined) return
      if (rebuild) rebuilt++
      if (rebuild && !dryRun) await rebuildDerived(workspace, session)
      else if (differs !== OUTDATED) throw new Failure('record-corrupt', `${differs}; run \`stet verify --rebuild\``)
    })
    if (isWhole) readable++
  }
  if (repair) damaged.push(...(await faultsThatStay(workspace)))
  if (rebuild && !dryRun) await catchUpSearch(workspace)
  return { ok: damaged.length === 0, checked, counts, damaged, readable, compared, rebuilt, repaired }
}

/** What is kept outside the database may be collected while it is looked at: then the second look does not find it. */
async function faultsThatStay({ store }: Workspace): Promise<readonly StoreFault[]> {
  const look = () => store.snapshot((state) => state.listFaults())
  const found = await look()
  if (found.length === 0) return found
  const again = new Set((await look()).map((fault) => JSON.stringify(fault)))
  return found.filter((fault) => again.has(JSON.stringify(fault)))
}

/** Reads every artifact; those that cannot be read, and how much there is. */
async function proveArtifacts(
  { store }: Workspace,
  damaged: Damage[],
  { signal, onProgress }: Pick<VerifyOptions, 'signal' | 'onProgress'>,
) {
  const broken = new Set<ArtifactId>()
  const counts = { artifacts: 0, commits: 0, sessions: 0 }
  await attempt(damaged, 'artifacts', () =>
    store.snapshot(async (state) => {
      const total = await state.sizes()
      counts.commits = total.commits // those of no session's chain too; the store has looked at each
      counts.sessions = total.sessions
      const onRead = (artifacts: number) => {
        counts.artifacts += artifacts
        onProgress?.(counts.artifacts, total.artifacts)
        if (signal?.aborted) throw stopped()
      }
      for await (const id of unreadableArtifacts(state, onRead)) broken.add(id)
    }),
  )
  for (const id of broken) if (await isSound(store, id)) broken.delete(id)
  return { broken, counts }
}

function leaveDamaged(error: unknown): void {
  if (!isFailure(error, 'record-corrupt', 'store-unreadable')) throw error // it is among the faults then
}

function stopped(): Failure {
  return new Failure('interrupted', 'Stopped before the last session.', {
    hint: 'Run `stet verify` again when you like.',
  })
}

/** Whether it went well; damage that is not among what is known is added to that. */
async function attempt(damaged: Damage[], where: string, run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    if (!isDamage(error)) throw error
    const what = error.message
    if (!damaged.some((known) => known.where === where && known.what === what)) damaged.push({ where, what })
    return false
  }
}
