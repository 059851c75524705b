import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import { clientOf } from '../clients/client-of.ts'
import { isOnlyPrompts } from '../clients/prompts/index.ts'
import { Failure, isFailure } from '../model/errors.ts'
import { shortId } from '../model/id.ts'
import { isHere, splitMachinePath } from '../model/machine-path.ts'
import type { Session } from '../model/session.ts'
import { beginsRecord, openSource } from '../record/capture/source-file.ts'
import { type Resuming, resuming, sessionPath } from '../record/naming/client-files.ts'
import { currentOf } from '../record/naming/current-generations.ts'
import { newestOther, resolveSession } from '../record/naming/resolve-session.ts'
import type { Workspace } from '../record/workspace.ts'
import { refuseSubagents } from '../surgery/sources.ts'
import { bringHere } from './bring-here.ts'
import { repair } from './doctor.ts'
import { restore } from './restore.ts'

/** How a session is gone on with, and where. */
export interface Resumed extends Resuming {
  readonly session: string
  readonly client: string
  readonly title: string | null
  readonly path: string
  /** The folder the client is to be started in. */
  readonly cwd: string
  /** What was done to its file before; `written` where it is of another machine, or went on there. */
  readonly ensured: 'restored' | 'repaired' | 'written' | null
}

export interface ResumeOptions {
  /** Puts a file back that is gone, and writes a damaged session as a new one that resumes whole. */
  readonly ensure: boolean
  /** The folder of this machine to go on in. */
  readonly cwd?: string | undefined
  readonly dryRun: boolean
}

/** Says how to go on with a session in its client. `latest` is never the session that the agent is in that asks. */
export async function resumeSession(
  workspace: Workspace,
  reference: string,
  { ensure, cwd: given, dryRun }: ResumeOptions,
): Promise<Resumed> {
  const named = reference === 'latest' ? await newestOther(workspace) : await resolveSession(workspace, reference)
  refuseSubagents(named)
  refuseWithoutFile(named)
  await refuseOlder(workspace, named)
  const found = ensure ? await ensureFile(workspace, named, dryRun) : { session: named, ensured: null }
  const isElsewhere = given !== undefined || !isHere(found.session.source) || (await isStale(workspace, found.session))
  const brought = isElsewhere ? await bringHere(workspace, found.session, { cwd: given, dryRun }) : undefined
  const session = brought?.session ?? found.session
  const ensured = brought?.isWritten ? 'written' : found.ensured
  const path = brought?.path ?? session.source
  if (!existsSync(path) && !(ensured && dryRun)) throw fileGone(session)
  const client = clientOf(session)
  const cwd = brought?.cwd ?? session.facts.cwd ?? workspace.cwd
  const own = client.files.pathOf && sessionPath(workspace, client, { cwd, sessionId: session.clientId })
  const isNamed = client.files.idIn !== undefined // else any file in the client's folder is found by its id
  const isOwn = own !== undefined && (await (isNamed ? isSame(own, path) : isSame(dirname(own), dirname(path))))
  return {
    session: session.id,
    client: client.name,
    title: session.facts.title,
    path,
    ...resuming(client, session.clientId, isOwn ? undefined : path),
    cwd,
    ensured,
  }
}

/** What came through a pipe, or from a history of prompts, never was a file of its client. */
function refuseWithoutFile({ id, source, ...session }: Session): void {
  if (isAbsolute(splitMachinePath(source).path)) return
  const what = isOnlyPrompts(session)
    ? 'only its prompts are recorded: its transcript was gone before'
    : 'it was recorded from a stream'
  throw new Failure('not-resumable', `Session ${id} cannot be resumed: ${what}.`, {
    facts: { session: id },
    hint: `stet show ${shortId(id)}`,
  })
}

/** Whether the file of this machine lacks what was said in the session elsewhere, or lost its end. */
async function isStale({ store }: Workspace, session: Session): Promise<boolean> {
  if (!existsSync(session.source)) return false
  const file = openSource(session.source)
  try {
    return file.size === 0 || (await beginsRecord(file, store, session))
  } finally {
    file.close()
  }
}

/** The client knows one file by an id, the current one. */
async function refuseOlder({ store }: Workspace, session: Session): Promise<void> {
  const generations = await store.generations(session.client, session.clientId)
  const ofFile = generations.filter(({ source }) => source === session.source)
  const own = isHere(session.source) ? await store.findSource(session.source) : undefined
  const current = ofFile.find(({ id }) => id === own?.session) ?? (await currentOf(store, generations))
  if (current.id === session.id) return
  throw new Failure(
    'not-resumable',
    `${session.id} is an older state of ${current.id}, which the client would resume.`,
    {
      facts: { session: session.id, current: current.id },
      hint: `stet export ${session.id} --to ${session.client}`,
    },
  )
}

async function ensureFile(
  workspace: Workspace,
  session: Session,
  dryRun: boolean,
): Promise<Pick<Resumed, 'ensured'> & { readonly session: Session }> {
  const { restored } = await restore(workspace, [session], { dryRun })
  const ensured = restored.length > 0 ? 'restored' : null
  if (!clientOf(session).repair || dryRun) return { session, ensured }
  try {
    const repaired = await repair(workspace, [session.id], { all: false })
    return { session: await resolveSession(workspace, repaired.sessions[0]!.session), ensured: 'repaired' }
  } catch (error) {
    if (isFailure(error, 'nothing-to-do')) return { session, ensured }
    throw error
  }
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => realpath(path).catch(() => path)))
  return first === second
}

function fileGone({ id, source }: Session): Failure {
  return new Failure('file-not-found', `The file of session ${id}, ${source}, is gone.`, {
    facts: { session: id, path: source },
    hint: `stet resume ${shortId(id)} --ensure`,
  })
}
