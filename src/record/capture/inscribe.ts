import { closeSync, constants, openSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SideFiles } from '../../clients/client.ts'
import { clientOf } from '../../clients/client-of.ts'
import { CLIENTS } from '../../clients/index.ts'
import { RAW } from '../../clients/raw/index.ts'
import { Failure, type FailureCode, isFailure } from '../../model/errors.ts'
import type { SessionId } from '../../model/id.ts'
import type { Problem, Session } from '../../model/session.ts'
import { catchUpSession } from '../indexing/catch-up-search.ts'
import { type IndexQueue, openIndexQueue } from '../indexing/index-queue.ts'
import { whereAvailable } from '../indexing/search-follower.ts'
import type { Workspace } from '../workspace.ts'
import { capturePrompts } from './capture-prompts.ts'
import { captureSideFile } from './capture-side-file.ts'
import { captureContext } from './context-of-capture.ts'
import type { Following } from './follower.ts'
import { type FileHooks, inscribeFile } from './inscribe-file.ts'
import { OWN_FOLLOWERS } from './own-followers.ts'
import { reading } from './reading.ts'
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
  /** Also takes the prompts of sessions whose transcript is gone, from the clients' own histories. */
  readonly prompts?: boolean
}

/** Failures that the next file would meet too. */
const ENDS_ALL: ReadonlySet<FailureCode> = new Set([
  'interrupted',
  'store-full',
  'store-read-only',
  'store-unavailable',
  'store-unreadable',
])

/**
 * Captures these files, what the client keeps next to them included. One file's failure does not stop the others. What
 * is new is on disk when it returns, and its followers have done their part.
 */
export async function inscribe(
  workspace: Workspace,
  paths: readonly string[],
  hooks: InscribeHooks = {},
): Promise<InscribeResult> {
  const followings = followingsOf(workspace, hooks)
  const inscribed = await inscribeAll(workspace, paths, hooks, followings)
  for (const { settle } of followings) {
    await settle?.(async (path) => {
      const { sessions } = await inscribeAll(workspace, [path], {}, followingsOf(workspace, {}))
      return sessions[0]?.session
    })
  }
  return inscribed
}

function followingsOf(workspace: Workspace, { engagement }: InscribeHooks): readonly Following[] {
  return [...OWN_FOLLOWERS, ...(workspace.followers ?? [])].map((follow) => follow(workspace, { engagement }))
}

async function inscribeAll(
  workspace: Workspace,
  paths: readonly string[],
  hooks: InscribeHooks,
  followings: readonly Following[],
): Promise<InscribeResult> {
  const index = workspace.search && openIndexQueue(workspace, workspace.search)
  try {
    return await inscribeEach(workspace, paths, hooks, { index, followings })
  } finally {
    await index?.finish()
  }
}

/** What each capture goes on to. */
interface After {
  readonly index: IndexQueue | undefined
  readonly followings: readonly Following[]
}

async function inscribeEach(
  workspace: Workspace,
  paths: readonly string[],
  given: InscribeHooks,
  after: After,
): Promise<InscribeResult> {
  const hooks = { ...(workspace.signal && { signal: workspace.signal }), ...given }
  const sessions: Inscribed[] = []
  const failed: InscribeFailure[] = []
  const warnings = new Set<string>()
  const queue = new Set(paths) // grows by what is next to each file while it is walked
  const ownMark = summarizerMark(workspace)
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
      const { recorded, left, minded, ...inscribed } = await inscribeOne(workspace, path, hooks, after)
      sessions.push(inscribed)
      for (const warning of minded) warnings.add(warning)
      if (left > 0) failed.push(unfinished(path, left))
      if (hooks.sideFiles ?? true) await inscribeSideFiles(workspace, recorded, { hooks, queue, failed })
    })
  }
  hooks.onFile?.('', queue.size, queue.size)
  if (hooks.prompts) sessions.push(...(await inscribePrompts(workspace, [...queue], after.index)))
  for (const { finished } of after.followings) for (const warning of finished?.() ?? []) warnings.add(warning)
  if (sessions.some((session) => session.new_bytes > 0)) await workspace.store.sync()
  return { sessions, failed, warnings: [...warnings] }
}

/** Prompts of sessions whose transcript is gone. */
async function inscribePrompts(
  workspace: Workspace,
  transcripts: readonly string[],
  index: IndexQueue | undefined,
): Promise<readonly Inscribed[]> {
  const sessions: Inscribed[] = []
  for (const { path, ...taken } of await capturePrompts(workspace, captureContext(workspace, index), transcripts)) {
    const session = await workspace.store.findSession(taken.session)
    if (session) sessions.push({ ...(await toInscribed(workspace, session)), path, new_bytes: taken.newBytes })
  }
  return sessions
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
  { index, followings }: After,
): Promise<Inscribed & { readonly recorded: Session; readonly left: number; readonly minded: readonly string[] }> {
  const { store, search } = workspace
  const mayBeRaw = hooks.raw === true && (hooks.named?.includes(path) ?? false)
  const inscribed = await inscribeFile(captureContext(workspace, index), path, { ...hooks, mayBeRaw })
  const session = inscribed.after ?? (await store.findSession(inscribed.session))
  if (!session) throw new Failure('session-not-found', `Session ${inscribed.session} is no longer in the record.`)
  const minded: string[] = []
  if (inscribed.newBytes > 0)
    for (const { grown } of followings) minded.push(...((await grown?.(session, inscribed)) ?? []))
  if (search && !inscribed.isIndexed) {
    await whereAvailable(async () => catchUpSession(workspace, session, await search.findMark(session.id)))
  }
  return {
    ...(await toInscribed(workspace, session)),
    path: resolve(workspace.cwd, path),
    new_bytes: inscribed.newBytes,
    deduplicated_bytes: inscribed.deduplicated,
    healed: inscribed.healed,
    recorded: session,
    left: inscribed.left,
    minded,
  }
}

/** What the record has of a session, nothing of it new. */
async function toInscribed(workspace: Workspace, session: Session): Promise<Inscribed> {
  return {
    session: session.id,
    client: session.client,
    tier: session.format === RAW.format ? 'raw' : 'native',
    path: session.source,
    rounds: session.facts.rounds,
    blocks: session.facts.blocks,
    bytes: session.bytes + session.tail.length,
    new_bytes: 0,
    deduplicated_bytes: 0,
    head: session.head,
    problems: await problemsOf(workspace, session),
    healed: 0,
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

/** Lines that could not be read as they should be; a torn last line is kept too and read again when it is whole. */
export async function problemsOf({ store }: Workspace, session: Session): Promise<readonly Problem[]> {
  const problems = await store.listProblems(session.id)
  const tail = Buffer.from(session.tail).toString('latin1').split('\n') // whole lines of a compaction, then a torn one
  if (tail.at(-1) === '') return problems
  return [...problems, { line: session.facts.lines + tail.length, problem: 'incomplete last line' }]
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

/** Where a client writes the first message: Codex has its instructions and AGENTS.md before it. */
const LOOKED_AT = 256 << 10

/** Whether Stet's own summarizer command ran a session, whose first text begins with the mark: it is never captured. */
function isOwnSession(path: string, mark: string): boolean {
  const head = Buffer.allocUnsafe(LOOKED_AT)
  let bytes = 0
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)) // a pipe is refused later, not waited for
    try {
      bytes = readSync(file, head, 0, LOOKED_AT, 0)
    } finally {
      closeSync(file)
    }
  } catch {
    return false // what cannot be read is reported by who captures it
  }
  const start = head.subarray(0, bytes)
  const at = start.indexOf(`"${mark}`)
  return at > 0 && start[at - 1] !== 0x5c // a quotation inside a text has a backslash before it
}
