import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { CLIENT_NAMES } from '../../clients/names.ts'
import { Failure } from '../../model/errors.ts'
import { splitSessionId } from '../../model/id.ts'
import { isHere } from '../../model/machine-path.ts'
import type { Session } from '../../model/session.ts'
import { inscribe } from '../capture/inscribe.ts'
import type { Workspace } from '../workspace.ts'
import { mayHoldSession } from './client-files.ts'
import { currentGenerations, currentOf } from './current-generations.ts'
import { refreshed, runningSession, runningUnknown } from './running-session.ts'
import { streamsOf } from './streams.ts'
import { undoneSessions } from './undone-sessions.ts'
import { isMine } from './whose.ts'

export interface ResolveOptions {
  /** Which files may be read to look for a session; every one unless told. */
  readonly mayRead?: (path: string) => boolean
}

/**
 * Finds the session a person means: an id or the start of one, a title, the path of a transcript (captured first
 * where it is not yet), or `latest`: the one that the agent is in that asks, else the newest of this folder. The agent's own
 * is captured first. More than one is an error that lists them.
 */
export async function resolveSession(
  workspace: Workspace,
  reference: string,
  { mayRead = () => true }: ResolveOptions = {},
): Promise<Session> {
  if (reference !== 'latest') return refreshed(workspace, await namedSession(workspace, reference, mayRead), reference)
  const inside = await workspace.inside?.()
  return inside ? runningSession(workspace, inside, mayRead) : newestSession(workspace)
}

async function namedSession(
  workspace: Workspace,
  reference: string,
  mayRead: (path: string) => boolean,
): Promise<Session> {
  if (looksLikePath(reference)) return atPath(workspace, reference, mayRead)
  const known = await byClientId(workspace, reference)
  if (known) return known
  const all: Session[] = []
  for await (const session of workspace.store.listSessions()) all.push(session)
  const { clientId, generation } = splitSessionId(reference)
  const wanted = clientId.toLowerCase()
  const candidates =
    clientId === reference
      ? await currentGenerations(workspace.store, all)
      : all.filter((session) => session.generation === generation)
  const undone = await undoneSessions(workspace)
  const isNamed = ({ id, facts }: Session) => !facts.spawnedBy && !undone.has(id)
  const steps: readonly ((session: Session) => boolean)[] = [
    (session) => session.clientId.toLowerCase() === wanted,
    (session) => session.clientId.toLowerCase().startsWith(wanted),
    (session) => isNamed(session) && session.facts.title?.toLowerCase() === wanted,
    (session) => isNamed(session) && (session.facts.title?.toLowerCase().includes(wanted) ?? false),
  ]
  for (const matches of steps) {
    const found = candidates.filter(matches)
    if (found.length === 1) return found[0]!
    if (found.length > 1) throw ambiguous(reference, found)
  }
  const path = resolve(workspace.cwd, reference)
  if (existsSync(path) && mayRead(path)) return atPath(workspace, path, mayRead)
  const output = await findOutput(workspace, wanted)
  if (output !== undefined && mayRead(output)) return atPath(workspace, output, mayRead)
  throw new Failure(
    'session-not-found',
    `There is no session ${JSON.stringify(reference.slice(0, 80))} in the record.`,
    {
      facts: { session: reference.slice(0, 200) },
      hint: all.length === 0 ? 'Run `stet inscribe --all` first.' : 'Run `stet sessions` to see them all.',
    },
  )
}

/** What programs give, and people who copy: the whole id, which needs no look at all the others. */
async function byClientId({ store }: Workspace, id: string): Promise<Session | undefined> {
  const found: Session[][] = []
  for (const client of CLIENT_NAMES) found.push([...(await store.generations(client, id))])
  const [only, ...others] = found.filter((generations) => generations.length > 0)
  return only && others.length === 0 ? currentOf(store, only) : undefined
}

/** The file of a session that an operation wrote and that is not in the record yet. */
async function findOutput({ store }: Workspace, wanted: string): Promise<string | undefined> {
  const outputs = (await store.listOperations()).flatMap((operation) => operation.outputs)
  const [found, ...others] = outputs.filter(({ session, path }) => session.startsWith(wanted) && existsSync(path))
  return found && others.length === 0 ? found.path : undefined
}

/** The newest session of this folder that the agent is not in; without an agent the newest. */
export async function newestOther(workspace: Workspace): Promise<Session> {
  const inside = await workspace.inside?.()
  if (inside && inside.session === undefined) throw await runningUnknown(workspace, inside)
  return newestSession(workspace, inside?.session)
}

/** The newest session of this folder that is one's own; not the one of this id, where one is given. */
export async function newestSession(workspace: Workspace, but?: string): Promise<Session> {
  const { store, cwd } = workspace
  const here: Session[] = []
  for await (const session of store.listSessions())
    if (session.facts.cwd === cwd && !session.facts.spawnedBy && session.clientId !== but && isMine(workspace, session))
      here.push(session)
  let newest: Session | undefined
  const streams = streamsOf(here)
  for (const session of await currentGenerations(store, here)) {
    if (streams.has(session)) continue
    const isNewer = !newest || (session.facts.ended ?? '') >= (newest.facts.ended ?? '')
    if (isNewer && !isUndone(session)) newest = session
  }
  if (newest) return newest
  const other = but === undefined ? '' : 'other '
  throw new Failure('session-not-found', `No ${other}session of the folder ${cwd} is in the record.`, {
    facts: { cwd },
    hint: 'Run `stet inscribe --all`, or name another session: `stet sessions` lists them.',
  })
}

/** A session that surgery wrote and whose file is gone: nobody can go on with it, nor means it. */
function isUndone({ facts, source }: Session): boolean {
  return facts.surgery !== null && facts.surgery !== undefined && isHere(source) && !existsSync(source)
}

async function atPath(workspace: Workspace, reference: string, mayRead: (path: string) => boolean): Promise<Session> {
  const { store } = workspace
  const path = resolve(workspace.cwd, reference)
  if (existsSync(path) && mayRead(path)) {
    const { sessions, failed } = await inscribe(workspace, [path])
    if (sessions[0]) return (await store.findSession(sessions[0].session))!
    const [failure] = failed
    throw new Failure(failure!.code, failure!.message, {
      facts: { path },
      ...(failure!.hint !== undefined && { hint: failure!.hint }),
    })
  }
  const note = await store.findSource(path)
  const session = note && (await store.findSession(note.session))
  if (session) return session
  throw new Failure('file-not-found', `There is no file ${path}, and no recorded session came from there.`, {
    facts: { path },
    hint: 'Run `stet sessions` to see what is in the record.',
  })
}

export function looksLikePath(reference: string): boolean {
  return reference.includes('/') || mayHoldSession(reference)
}

function ambiguous(reference: string, found: readonly Session[]): Failure {
  const candidates = found
    .slice(0, 20)
    .map((session) => `${session.id}  ${session.facts.title ?? session.facts.cwd ?? ''}`.trim())
  return new Failure('session-ambiguous', `${found.length} sessions match ${JSON.stringify(reference.slice(0, 80))}.`, {
    facts: { session: reference.slice(0, 200), candidates },
    hint: `Write more of the id, such as ${distinct(found)} for the first.`,
  })
}

/** As much of the first one's id as none of the others begins with, at least what people are shown. */
function distinct([first, ...others]: readonly Session[]): string {
  const isOthers = (start: string) => others.some((other) => other.id.startsWith(start))
  let length = 8
  while (length < first!.id.length && isOthers(first!.id.slice(0, length))) length++
  return first!.id.slice(0, length)
}
