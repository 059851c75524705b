import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { CLIENTS } from '../../clients/index.ts'
import type { Commit } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import { resumeCommand, sessionPath } from '../client-files.ts'
import { placeFile } from '../place-file.ts'
import { recordReplaced, refuseForSession, refuseTaken } from '../refuse-taken.ts'
import { renderFile } from '../surgery/render-file.ts'
import type { Workspace } from '../workspace.ts'
import { type Materialized, openContext } from './materialize.ts'
import type { Stop } from './walk-chain.ts'

export interface WriteSessionOptions {
  /** A client's name. */
  readonly to: string
  readonly stop?: Stop
  readonly out?: string | undefined
  readonly force?: boolean
  readonly dryRun?: boolean
}

export interface WrittenSession extends Materialized {
  readonly session: string
  readonly path: string
  readonly resume: string
}

/**
 * Writes the context a commit stands for as a new session that the client resumes. Resuming an old point and forking
 * from it are this same call: every call makes a session of its own.
 */
export async function writeSession(
  workspace: Workspace,
  tip: Commit,
  { to, stop = 'compaction', out, force = false, dryRun = false }: WriteSessionOptions,
): Promise<WrittenSession> {
  const client = CLIENTS.find((known) => known.name === to)
  if (!client || client.format !== tip.format) {
    throw new Failure(
      'format-unknown',
      `A context of the format ${tip.format} cannot be written for ${JSON.stringify(to.slice(0, 40))}.`,
      {
        facts: { format: tip.format, to: to.slice(0, 200), known: CLIENTS.map((known) => known.name) },
      },
    )
  }
  const { made, read } = await openContext(workspace, tip, stop, { dryRun })
  const session =
    (out !== undefined && client.files.idIn?.(out)) || (client.files.newId?.(workspace.clock()) ?? randomUUID())
  const cwd = (await workspace.store.findSession(tip.session))?.facts.cwd ?? workspace.cwd
  const path =
    out === undefined ? sessionPath(workspace, client, { cwd, sessionId: session }) : resolve(workspace.cwd, out)
  const note = metadataOf(tip, stop, workspace)
  const file = renderFile(client, await read(), { sessionId: session, cwd, note }, { bridges: true })
  if (file.length === 0) {
    throw new Failure('nothing-to-do', `Commit ${tip.id} stands for no message a client could resume.`, {
      facts: { commit: tip.id },
    })
  }
  await refuseForSession(workspace, client, path, force)
  if (!dryRun) await place(workspace, path, [file], force)
  return { ...made, session, path, resume: resumeCommand(client, out === undefined ? session : path) }
}

/** Writes the context a commit stands for as it is in the record: the client's own lines, in a row. */
export async function writeContext(
  workspace: Workspace,
  tip: Commit,
  {
    stop = 'compaction',
    out,
    force = false,
    dryRun = false,
  }: Omit<WriteSessionOptions, 'to' | 'out'> & { readonly out: string },
): Promise<Materialized & { readonly path: string }> {
  const path = resolve(workspace.cwd, out)
  const { made, read } = await openContext(workspace, tip, stop, { dryRun })
  await refuseTaken(workspace, path, force)
  if (!dryRun) await place(workspace, path, [await read()], force)
  return { ...made, path }
}

/** A session that gives way is taken into the record first. */
async function place(workspace: Workspace, path: string, pieces: readonly Buffer[], force: boolean): Promise<void> {
  if (force) await recordReplaced(workspace, path)
  await placeFile(path, pieces, { replaces: force })
}

/** What a session that Stet wrote says of where it came from. */
function metadataOf(tip: Commit, stop: Stop, { clock }: Workspace) {
  return {
    op: 'materialize',
    context_id: tip.id,
    stop,
    parent_session: tip.session,
    created_at: clock().toISOString(),
  }
}
