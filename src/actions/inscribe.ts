import { readFile, stat } from 'node:fs/promises'
import { CLIENTS } from '../clients/index.ts'
import { Failure, type FailureCode, isFailure } from '../model/errors.ts'
import type { SessionId } from '../model/id.ts'
import type { Problem, Session } from '../model/session.ts'
import { encodeArtifact } from '../store/encoding.ts'
import type { CaptureHooks } from './capture.ts'
import { inscribeFile } from './inscribe-file.ts'
import { clientOf, type Workspace } from './workspace.ts'

export interface Inscribed {
  readonly session: SessionId
  readonly client: string
  readonly path: string
  readonly rounds: number
  readonly blocks: number
  readonly bytes: number
  readonly new_bytes: number
  readonly deduplicated_bytes: number
  readonly head: string | null
  readonly problems: readonly Problem[]
}

export interface InscribeResult {
  readonly sessions: readonly Inscribed[]
  readonly failed: readonly { readonly path: string; readonly code: FailureCode; readonly message: string }[]
}

export interface InscribeHooks extends CaptureHooks {
  readonly onFile?: (path: string, done: number, total: number) => void
  /** False leaves out what the client keeps beside a session's file. */
  readonly sideFiles?: boolean
}

/** Failures that the next file would meet too. */
const ENDS_ALL: ReadonlySet<FailureCode> = new Set(['interrupted', 'store-full', 'store-read-only', 'store-unreadable'])

/** Captures these files, what the client keeps beside them included. One file's failure does not stop the others. */
export async function inscribe(
  workspace: Workspace,
  paths: readonly string[],
  hooks: InscribeHooks = {},
): Promise<InscribeResult> {
  const sessions: Inscribed[] = []
  const failed: { path: string; code: FailureCode; message: string }[] = []
  const queue = [...paths]
  for (let done = 0; done < queue.length; done++) {
    const path = queue[done]!
    hooks.onFile?.(path, done, queue.length)
    try {
      sessions.push(await inscribeOne(workspace, path, hooks, queue))
    } catch (error) {
      if (!isFailure(error) || ENDS_ALL.has(error.code)) throw error
      failed.push({ path, code: error.code, message: error.message })
    }
  }
  hooks.onFile?.('', queue.length, queue.length)
  return { sessions, failed }
}

/** Every session file of every client on this machine. */
export async function findSessionFiles(workspace: Workspace): Promise<readonly string[]> {
  const found: string[] = []
  for (const client of CLIENTS) {
    const configDir = workspace.configDirs[client.name]
    if (configDir === undefined) continue
    for await (const path of client.findSessions(configDir)) found.push(path)
  }
  return found
}

async function inscribeOne(
  workspace: Workspace,
  path: string,
  hooks: InscribeHooks,
  queue: string[],
): Promise<Inscribed> {
  const { store } = workspace
  const inscribed = await inscribeFile(workspace, path, hooks)
  const session = await store.findSession(inscribed.session)
  if (!session) throw new Failure('session-not-found', `Session ${inscribed.session} vanished from the record.`)
  if (hooks.sideFiles ?? true) {
    const beside = await clientOf(session).sideFilesOf(session.source)
    for (const file of beside.sessions) if (!queue.includes(file)) queue.push(file)
    await inscribeSideFiles(workspace, session.id, beside.others)
  }
  return {
    session: session.id,
    client: session.client,
    path: session.source,
    rounds: session.facts.rounds,
    blocks: session.facts.blocks,
    bytes: session.bytes + session.tail.length,
    new_bytes: inscribed.newBytes,
    deduplicated_bytes: inscribed.deduplicated,
    head: session.head,
    problems: await problemsOf(workspace, session),
  }
}

/** Lines that could not be read as they should be; a torn last line is kept too and read again when it is whole. */
export async function problemsOf({ store }: Workspace, session: Session): Promise<readonly Problem[]> {
  const problems = await store.listProblems(session.id)
  if (session.tail.length === 0) return problems
  return [...problems, { line: session.facts.lines + 1, problem: 'incomplete last line' }]
}

async function inscribeSideFiles(
  { store, clock }: Workspace,
  session: SessionId,
  files: readonly { readonly path: string; readonly name: string }[],
): Promise<void> {
  if (files.length === 0) return
  const known = new Map((await store.listSideFiles(session)).map((file) => [file.path, file]))
  for (const { path, name } of files) {
    const { size, mtime } = await stat(path)
    const last = known.get(name)
    if (last && last.size === size && last.at >= mtime.toISOString()) continue
    const artifact = await encodeArtifact(await readFile(path))
    await store.putSideFile({ session, path: name, artifact, at: clock().toISOString() })
  }
}
