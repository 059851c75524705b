import { dirname } from 'node:path'
import { CLIENTS } from '../clients/index.ts'
import type { Commit } from '../model/commit.ts'
import { Failure, isFailure } from '../model/errors.ts'
import type { CommitId } from '../model/id.ts'
import { userTime } from '../model/user-time.ts'
import { caughtUp } from '../record/capture/caught-up.ts'
import { findSessionFiles, inscribe } from '../record/capture/inscribe.ts'
import { type CommitRef, commitOf } from '../record/chain/resolve-commit.ts'
import { resolveSession } from '../record/naming/resolve-session.ts'
import type { Retention } from '../record/record.ts'
import type { Workspace } from '../record/workspace.ts'
import { type CommitFields, commitFields } from './commit-fields.ts'
import { lineOfCommit } from './summarize.ts'

export interface HistoryEntry extends CommitFields {
  readonly retention: Retention | null
  /** Other commits that name this one as their parent: where the chain forks. */
  readonly forks: readonly CommitId[]
}

/** A commit with everything known about it. */
export async function showCommit(
  workspace: Workspace,
  reference: CommitRef,
): Promise<CommitFields & { readonly retention: Retention | null; readonly children: readonly CommitId[] }> {
  const { store } = workspace
  const commit = await commitOf(workspace, reference)
  return {
    ...commitFields(commit),
    retention: (await store.findRetention(commit.id)) ?? null,
    children: await store.listChildren(commit.id),
  }
}

/** Commits without a summary that a line is worked out for; `ctx summarize` keeps lines for all. */
const MOST_LINES = 200

/** The commit and its ancestors, tip first, each with a line that says what it is about; without `lines` only where one is kept. */
export async function history(
  workspace: Workspace,
  reference: CommitRef,
  depth = Number.MAX_SAFE_INTEGER,
  { lines = true }: { readonly lines?: boolean } = {},
): Promise<{ readonly commits: readonly HistoryEntry[] }> {
  const { store } = workspace
  const tip = await commitOf(workspace, reference)
  const commits: HistoryEntry[] = []
  let child: CommitId | undefined
  for await (const commit of store.listAncestors(tip.id, depth)) {
    const children = await store.listChildren(commit.id)
    const isTold = lines && commits.length < MOST_LINES
    commits.push({
      ...(isTold ? await told(workspace, commit) : commitFields(commit)),
      retention: (await store.findRetention(commit.id)) ?? null,
      forks: children.filter((other) => other !== child),
    })
    child = commit.id
  }
  return { commits }
}

/** What forks off from these commits, each with a line that says what it is about. */
export async function forksOf(
  workspace: Workspace,
  commits: readonly HistoryEntry[],
): Promise<ReadonlyMap<CommitId, CommitFields>> {
  const forks = new Map<CommitId, CommitFields>()
  for (const id of commits.flatMap(({ forks }) => forks).slice(0, MOST_LINES)) {
    const commit = await workspace.store.findCommit(id)
    if (commit) forks.set(id, await told(workspace, commit))
  }
  return forks
}

/** A commit with its summary, or a line in its place. */
async function told(workspace: Workspace, commit: Commit): Promise<CommitFields> {
  return { ...commitFields(commit), summary: commit.summary ?? (await lineOfCommit(workspace, commit)) }
}

/**
 * The last commit of a principal at or before a time, in the user's own zone unless it names one; without a principal that of the
 * user, whichever client it was made with.
 */
export async function resolveAt(
  { store, user, clock }: Workspace,
  principal: string | undefined,
  at: string,
): Promise<{ readonly context_id: CommitId | null; readonly commit_id: CommitId | null }> {
  const time = userTime(at, clock())?.at
  if (time === undefined) {
    throw new Failure('usage', `${JSON.stringify(at.slice(0, 40))} is not a time.`, {
      hint: 'Write it as 2026-03-19T10:23, your own time unless it ends in Z or an offset.',
    })
  }
  const principals = principal === undefined ? CLIENTS.map(({ name }) => `${user}/${name}`) : [principal]
  const found = await Promise.all(principals.map((one) => store.resolveCommit(one, time)))
  const [only, ...others] = found.filter((commit) => commit !== undefined)
  if (only === undefined || others.length === 0) return { context_id: only ?? null, commit_id: only ?? null }
  const commits = await Promise.all([only, ...others].map((id) => store.findCommit(id)))
  const newest = commits.reduce((last, commit) => ((commit?.createdAt ?? '') > (last?.createdAt ?? '') ? commit : last))
  return { context_id: newest?.id ?? null, commit_id: newest?.id ?? null }
}

/**
 * The commit this moment's agent is at: the head of the session given, of the one the agent is in, or of the newest session of
 * this folder. What their files got since they were last read is captured first, and so is a session that nobody captured yet.
 */
export async function currentContext(
  workspace: Workspace,
  session: string | undefined,
): Promise<{ readonly context_id: CommitId | null }> {
  if (session === undefined && !(await workspace.inside?.()))
    await inscribe(workspace, await filesOfFolder(workspace), { sideFiles: false })
  const found = await headOf(workspace, session ?? 'latest')
  if (found !== undefined || session === undefined) return { context_id: found ?? null }
  const files = (await findSessionFiles(workspace)).filter((path) => path.endsWith(`${session}.jsonl`))
  if (files.length === 0) return { context_id: null }
  await inscribe(workspace, files, { sideFiles: false })
  return { context_id: (await headOf(workspace, session)) ?? null }
}

/** The head of a session, with what its file got since; undefined where the record has none. */
async function headOf(workspace: Workspace, session: string): Promise<CommitId | null | undefined> {
  try {
    return (await caughtUp(workspace, await resolveSession(workspace, session))).head
  } catch (error) {
    if (isFailure(error, 'session-not-found')) return undefined
    throw error
  }
}

/** The files in the folders where clients put the sessions of this folder now. */
async function filesOfFolder(workspace: Workspace): Promise<readonly string[]> {
  const folders = new Set(
    CLIENTS.flatMap(({ name, files }) => {
      const configDir = workspace.configDirs[name]
      if (configDir === undefined || !files.pathOf) return []
      return [dirname(files.pathOf(configDir, workspace.cwd, files.newId?.(workspace.clock()) ?? 'any'))]
    }),
  )
  return (await findSessionFiles(workspace)).filter((path) => folders.has(dirname(path)))
}
