import { existsSync } from 'node:fs'
import { CLIENT_NAMES } from '../../clients/names.ts'
import { Failure, isFailure } from '../../model/errors.ts'
import { splitSessionId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import { findSessionFiles, inscribe } from '../capture/inscribe.ts'
import type { Inside } from '../running/inside.ts'
import { forRequest, type Workspace } from '../workspace.ts'
import { currentGenerations, currentOf } from './current-generations.ts'
import { undoneSessions } from './undone-sessions.ts'

type MayRead = (path: string) => boolean

/** How many sessions are named where any of them may be meant. */
const CANDIDATES = 10

/** The session that the agent is in that runs this, with what it has by now; never another one. */
export async function runningSession(workspace: Workspace, inside: Inside, mayRead: MayRead): Promise<Session> {
  if (inside.session === undefined) throw await runningUnknown(workspace, inside)
  const captured = await capture(workspace, { ...inside, session: inside.session }, mayRead)
  if (captured) return captured
  throw new Failure('session-not-found', `The session that this runs in, ${inside.session}, has no messages yet.`, {
    facts: { session: inside.session },
    hint: 'Name another: `stet sessions` lists them.',
  })
}

/** Takes what the agent's own session got since into the record, where an agent runs this and it is known which that is. */
export async function refreshRunning(workspace: Workspace): Promise<Session | undefined> {
  const { session, ...inside } = (await workspace.inside?.()) ?? {}
  if (session === undefined) return undefined
  return capture(workspace, { ...inside, session }, () => true).catch(unlessRefused)
}

/**
 * A session with what it got since, where it is the agent's own. Where the id alone was given, that is the line that the agent is in,
 * whatever it means to everybody else.
 */
export async function refreshed(workspace: Workspace, session: Session, reference?: string): Promise<Session> {
  const inside = await workspace.inside?.()
  if (inside?.session !== session.clientId) return session
  const own = await refreshRunning(workspace)
  const isBare = reference !== undefined && splitSessionId(reference).clientId === reference
  if (own && isBare && own.clientId === session.clientId) return own
  return (await workspace.store.findSession(session.id))!
}

async function capture(
  workspace: Workspace,
  { client, session, transcript }: Inside & { readonly session: string },
  mayRead: MayRead,
): Promise<Session | undefined> {
  const { store } = workspace
  const known = await recorded(workspace, session, client)
  const path = [transcript, known?.source].find((one) => one !== undefined && existsSync(one))
  const found = path ?? (await findSessionFiles(workspace)).find((one) => one.endsWith(`${session}.jsonl`))
  if (found === undefined || !mayRead(found)) return known
  try {
    const { sessions, failed } = await inscribe(forRequest(workspace, { inside: undefined }), [found])
    if (sessions[0]) return store.findSession(sessions[0].session)
    if (known || !failed[0]) return known
    throw new Failure(failed[0].code, failed[0].message, { facts: { path: found } })
  } catch (error) {
    if (isFailure(error, 'store-read-only', 'store-full')) return known
    throw error
  }
}

/** The agent's session as it is recorded. */
export async function recorded({ store }: Workspace, session: string, client: string | undefined) {
  for (const name of client === undefined ? CLIENT_NAMES : [client]) {
    const generations = await store.generations(name, session)
    if (generations.length > 0) return currentOf(store, generations)
  }
  return undefined
}

/** What was asked for is read all the same. */
function unlessRefused(error: unknown): undefined {
  if (!isFailure(error)) throw error
}

/** Names the sessions that the agent may be in. */
export async function runningUnknown(workspace: Workspace, { client, mayBe = [] }: Inside): Promise<Failure> {
  const candidates = mayBe.length > 0 ? mayBe : await sessionsHere(workspace, client)
  const who = client === undefined ? 'An agent' : `An agent in ${client}`
  return new Failure('session-ambiguous', `${who} runs this command, but Stet cannot know in which session.`, {
    facts: { session: 'latest', candidates },
    hint: 'Name the session. After `stet setup` in that client, Stet knows the session by itself.',
  })
}

/** Those of this folder that it may be, the newest first. */
async function sessionsHere(workspace: Workspace, client: string | undefined): Promise<readonly string[]> {
  const { store, cwd } = workspace
  const undone = await undoneSessions(workspace)
  const here: Session[] = []
  for await (const session of store.listSessions())
    if (
      session.facts.cwd === cwd &&
      !session.facts.spawnedBy &&
      session.client === (client ?? session.client) &&
      !undone.has(session.id)
    )
      here.push(session)
  return (await currentGenerations(store, here))
    .toSorted((a, b) => ((a.facts.ended ?? '') < (b.facts.ended ?? '') ? 1 : -1))
    .slice(0, CANDIDATES)
    .map(({ id, facts }) => `${id}  ${facts.title ?? ''}`.trim())
}
