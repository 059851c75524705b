import { resolve } from 'node:path'
import { captureSideFile } from '../../capture/capture-side-file.ts'
import { type FileHooks, inscribeFile } from '../../capture/inscribe-file.ts'
import { isOwnSession } from '../../capture/is-own-session.ts'
import { reading } from '../../capture/reading.ts'
import type { SideFiles } from '../../clients/client.ts'
import { clientOf } from '../../clients/client-of.ts'
import { CLIENTS } from '../../clients/index.ts'
import { RAW } from '../../clients/raw/index.ts'
import { Failure, type FailureCode, isFailure } from '../../model/errors.ts'
import type { SessionId } from '../../model/id.ts'
import type { Problem, Session } from '../../model/session.ts'
import { type AutoTagged, autoTag } from '../engagements/auto-tag.ts'
import { activeOnce } from '../engagements/find-engagement-files.ts'
import { checkEngagement } from '../engagements/tag.ts'
import { settleCrashed } from '../live/settle-crashed.ts'
import { catchUpSession } from '../search/catch-up-search.ts'
import { type IndexQueue, openIndexQueue } from '../search/index-queue.ts'
import { whereAvailable } from '../search/search-follower.ts'
import type { Workspace } from '../workspace.ts'
import { captureContext } from './capture-context.ts'
import { summarizerMark } from './summarizer-mark.ts'

export interface Inscribed {
  readonly session: SessionId
  readonly client: string
  /** How much of the file is understood: `native`, or `raw` where no client knows it and only its bytes are kept. */
  readonly tier: 'native' | 'raw'
  /** The file that was given; where the record knows the session from another, that one stays its source. */
  readonly path: string
  readonly rounds: number
  readonly blocks: number
  readonly bytes: number
  readonly new_bytes: number
  readonly deduplicated_bytes: number
  readonly head: string | null
  readonly problems: readonly Problem[]
  /** How many stored pieces of it were damaged, and put back from the file. */
  readonly healed: number
}

/** A file of which something is not in the record, and why. */
export interface InscribeFailure {
  readonly path: string
  readonly code: FailureCode
  readonly message: string
  readonly hint?: string
}

export interface InscribeResult {
  readonly sessions: readonly Inscribed[]
  readonly failed: readonly InscribeFailure[]
  /** What to mind of what was captured, a sentence each. */
  readonly warnings: readonly string[]
}

export interface InscribeHooks extends FileHooks {
  /** Files that somebody asked for by name. */
  readonly named?: readonly string[]
  /** Records those of them that no client recognises as they are; else they are refused. */
  readonly raw?: boolean
  readonly onFile?: (path: string, done: number, total: number) => void
  /** False leaves out what the client keeps next to a session's file. */
  readonly sideFiles?: boolean
  /** Which of several engagements that are active where a session works its new rounds belong to. */
  readonly engagement?: string | undefined
  /** True for a file that was found rather than named: one that is gone by now is nothing to report. */
  readonly mayBeGone?: (path: string) => boolean
}

/** Each time a session has grown by this much, one full segment is made smaller; `stet gc` does the rest. */
const SEALED_EVERY = 4 << 20

/** Failures that the next file would meet too. */
const ENDS_ALL: ReadonlySet<FailureCode> = new Set(['interrupted', 'store-full', 'store-read-only', 'store-unreadable'])

/**
 * Captures these files, what the client keeps next to them included. One file's failure does not stop the others. What
 * is new is on disk when it returns. Sessions whose client is gone since get their last capture too, and their end.
 */
export async function inscribe(
  workspace: Workspace,
  paths: readonly string[],
  hooks: InscribeHooks = {},
): Promise<InscribeResult> {
  if (hooks.engagement !== undefined) checkEngagement(hooks.engagement)
  const inscribed = await inscribeAll(workspace, paths, hooks)
  await settleCrashed(workspace, async (path) => (await inscribeAll(workspace, [path], {})).sessions[0]?.session)
  return inscribed
}

async function inscribeAll(
  workspace: Workspace,
  paths: readonly string[],
  hooks: InscribeHooks,
): Promise<InscribeResult> {
  const index = workspace.search && openIndexQueue(workspace, workspace.search)
  try {
    return await inscribeEach(workspace, paths, hooks, index)
  } finally {
    await index?.finish()
  }
}

async function inscribeEach(
  workspace: Workspace,
  paths: readonly string[],
  given: InscribeHooks,
  index: IndexQueue | undefined,
): Promise<InscribeResult> {
  const hooks = { ...(workspace.signal && { signal: workspace.signal }), ...given }
  const sessions: Inscribed[] = []
  const failed: InscribeFailure[] = []
  const warnings = new Set<string>()
  const queue = new Set(paths) // grows by what is next to each file while it is walked
  const ownMark = summarizerMark(workspace)
  const activeIn = activeOnce()
  const engagements = new Set<string | null>() // that the sessions with something new are at
  let done = 0
  for (const path of queue) {
    if (hooks.signal?.aborted) {
      throw new Failure('interrupted', 'Stopped before the last file; what was read is in the record.', {
        hint: 'Run the same command again to continue.',
      })
    }
    hooks.onFile?.(path, done++, queue.size)
    if (ownMark !== undefined && isOwnSession(resolve(workspace.cwd, path), ownMark)) {
      if (hooks.named?.includes(path)) warnings.add(`${path} is of Stet's own summarizer and is not captured.`)
      continue
    }
    await reported(failed, path, hooks.mayBeGone?.(path) ?? false, async () => {
      const { recorded, left, tagged, ...inscribed } = await inscribeOne(workspace, path, hooks, { activeIn, index })
      sessions.push(inscribed)
      if (tagged) engagements.add(tagged.engagement)
      if (tagged?.warning) warnings.add(tagged.warning)
      if (left > 0) failed.push(unfinished(path, left))
      if (hooks.sideFiles ?? true) await inscribeSideFiles(workspace, recorded, { hooks, queue, failed })
    })
  }
  hooks.onFile?.('', queue.size, queue.size)
  if (hooks.engagement !== undefined && engagements.size > 0 && !engagements.has(hooks.engagement))
    warnings.add(`The engagement ${hooks.engagement} is active nowhere that these sessions work; no round is in it.`)
  if (sessions.some((session) => session.new_bytes > 0)) await workspace.store.sync()
  return { sessions, failed, warnings: [...warnings] }
}

/** Notes the failure of one file, so that the others are captured all the same. */
async function reported(
  failed: InscribeFailure[],
  path: string,
  mayBeGone: boolean,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!isFailure(error) || ENDS_ALL.has(error.code)) throw error
    if (mayBeGone && isFailure(error, 'file-not-found', 'session-forgotten')) return
    failed.push({
      path,
      code: error.code,
      message: error.message,
      ...(error.hint !== undefined && { hint: error.hint }),
    })
  }
}

/** Every session file of every client on this machine. */
export async function findSessionFiles(workspace: Workspace): Promise<readonly string[]> {
  const found: string[] = []
  for (const client of CLIENTS) {
    const configDir = workspace.configDirs[client.name]
    if (configDir === undefined) continue
    for await (const path of client.files.find(configDir)) found.push(path)
  }
  return found
}

async function inscribeOne(
  workspace: Workspace,
  path: string,
  hooks: InscribeHooks,
  { activeIn, index }: { readonly activeIn: ReturnType<typeof activeOnce>; readonly index: IndexQueue | undefined },
): Promise<Inscribed & { readonly recorded: Session; readonly left: number; readonly tagged: AutoTagged | undefined }> {
  const { store, search } = workspace
  const mayBeRaw = hooks.raw === true && (hooks.named?.includes(path) ?? false)
  const inscribed = await inscribeFile(captureContext(workspace, index), path, { ...hooks, mayBeRaw })
  const session = inscribed.after ?? (await store.findSession(inscribed.session))
  if (!session) throw new Failure('session-not-found', `Session ${inscribed.session} is no longer in the record.`)
  let tagged: AutoTagged | undefined
  if (inscribed.newBytes > 0) {
    await linkSpawned(workspace, session)
    const { isNew } = inscribed
    tagged = await autoTag(workspace, session, { named: hooks.engagement, isNew, activeIn })
    if (!inscribed.isNew && hasGrownBy(SEALED_EVERY, session.bytes, inscribed.newBytes)) {
      await store.seal(session.id, { everything: false, limit: 1 })
    }
  }
  if (search && !inscribed.isIndexed) {
    await whereAvailable(async () => catchUpSession(workspace, session, await search.findMark(session.id)))
  }
  return {
    session: session.id,
    client: session.client,
    tier: session.format === RAW.format ? 'raw' : 'native',
    path: resolve(workspace.cwd, path),
    rounds: session.facts.rounds,
    blocks: session.facts.blocks,
    bytes: session.bytes + session.tail.length,
    new_bytes: inscribed.newBytes,
    deduplicated_bytes: inscribed.deduplicated,
    head: session.head,
    problems: await problemsOf(workspace, session),
    healed: inscribed.healed,
    recorded: session,
    left: inscribed.left,
    tagged,
  }
}

function unfinished(path: string, bytes: number): InscribeFailure {
  return {
    path,
    code: 'line-unfinished',
    message: `The last line of ${path} is not finished and ${bytes} bytes long already: it is recorded when it ends.`,
  }
}

async function sideFilesOf(session: Session): Promise<SideFiles> {
  return (await clientOf(session).files.sideFiles?.(session.source)) ?? { sessions: [], others: [] }
}

function hasGrownBy(step: number, bytes: number, newBytes: number): boolean {
  return Math.floor(bytes / step) > Math.floor((bytes - newBytes) / step)
}

/** Lines that could not be read as they should be; a torn last line is kept too and read again when it is whole. */
export async function problemsOf({ store }: Workspace, session: Session): Promise<readonly Problem[]> {
  const problems = await store.listProblems(session.id)
  const tail = Buffer.from(session.tail).toString('latin1').split('\n') // whole lines of a compaction, then a torn one
  if (tail.at(-1) === '') return problems
  return [...problems, { line: session.facts.lines + tail.length, problem: 'incomplete last line' }]
}

/** A subagent names the session it belongs to; its own folder may tell the call too. */
async function linkSpawned({ store, clock }: Workspace, session: Session): Promise<void> {
  const parent = session.facts.spawnedBy?.session
  if (parent === undefined) return
  const tool_use_id = (await clientOf(session).files.spawningCall?.(session.source)) ?? null
  await store.link([{ child: session.id, parent, kind: 'spawn', at: clock().toISOString(), detail: { tool_use_id } }])
}

interface SideFileWork {
  readonly hooks: InscribeHooks
  readonly queue: Set<string>
  readonly failed: InscribeFailure[]
}

/** Records what the client keeps next to a session's file; sessions among it go into the queue. */
async function inscribeSideFiles(
  workspace: Workspace,
  session: Session,
  { hooks, queue, failed }: SideFileWork,
): Promise<void> {
  const found = await reading(session.source, () => sideFilesOf(session))
  for (const path of found.sessions) queue.add(path)
  for (const file of found.others) {
    await reported(failed, file.path, true, async () => {
      await captureSideFile(captureContext(workspace), session.id, file, { trustsLooks: hooks.trust !== 'nothing' })
    })
  }
}
