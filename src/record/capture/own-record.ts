import { Failure } from '../../model/errors.ts'
import { type Holder, isOwn } from '../../model/grant.ts'
import type { CommitId, SessionId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import type { Append } from '../record.ts'
import type { Store } from '../store.ts'
import { isOwnSession } from './belongs-to-holder.ts'

/** Commits that start alike are looked through for one's own up to this many. */
const ALIKE = 10_000

/**
 * The record as who holds a token without grants sees it: what is another's is not there, so that neither a name, nor the
 * beginning of an id, nor an ambiguity tells of it.
 */
export function ownRecord(store: Store, holder: Holder): Store {
  const known = new Map<SessionId, Promise<boolean>>()

  function isMine({ id, head }: Session): Promise<boolean> {
    const mine = known.get(id) ?? (head === null ? Promise.resolve(false) : isOwnSession(store, holder, id))
    known.set(id, mine)
    return mine
  }

  async function mine(sessions: readonly Session[]): Promise<readonly Session[]> {
    const own = await Promise.all(sessions.map(isMine))
    return sessions.filter((_, at) => own[at])
  }

  async function findCommit(id: CommitId) {
    const commit = await store.findCommit(id)
    return commit && isOwn(holder, commit.principal) ? commit : undefined
  }

  async function ownCommits(ids: readonly CommitId[]): Promise<readonly CommitId[]> {
    const commits = await Promise.all(ids.map(findCommit))
    return ids.filter((_, at) => commits[at])
  }

  return {
    ...store,
    findSession: async (id) => {
      const session = await store.findSession(id)
      return session && (await isMine(session)) ? session : undefined
    },
    generations: async (client, clientId) => mine(await store.generations(client, clientId)),
    async *listSessions() {
      for await (const session of store.listSessions()) if (await isMine(session)) yield session
    },
    findSource: async () => undefined,
    findCommit,
    findCommits: async (prefix, limit) => (await ownCommits(await store.findCommits(prefix, ALIKE))).slice(0, limit),
    listChildren: async (id) => ownCommits(await store.listChildren(id)),
    listNames: async () => {
      const names = await store.listNames()
      const own = new Set(await ownCommits(names.map(({ commit }) => commit)))
      return names.filter(({ commit }) => own.has(commit))
    },
    listOperations: async () => [],
    listLineage: async () => [],
  }
}

/**
 * The record as such a holder may add to it: what is sent may say that it comes from sessions of its own, or from ones
 * that are not there, and from no others. Rounds that it shares with others' make it no fork of theirs.
 */
export function withOwnLineage(store: Store, holder: Holder): Store {
  const known = new Map<string, Promise<boolean>>()

  async function isOthers(session: string): Promise<boolean> {
    const own = known.get(session) ?? isOwnSession(store, holder, session as SessionId)
    known.set(session, own)
    return !(await own)
  }

  async function refuseOthers({ session, links, cutFrom, derived }: Append): Promise<void> {
    const { spawnedBy, surgery } = derived.facts
    const ends = links.flatMap(({ child, parent }) => [child, parent])
    const cut = surgery ? [...surgery.parents, ...surgery.origins.map((origin) => origin.session)] : []
    const named = new Set<string>([...ends, ...cut, ...(spawnedBy ? [spawnedBy.session] : [])])
    named.delete(session) // that it goes on with its own was seen before
    for (const one of named) if (await isOthers(one)) throw notOwn(one, holder)
    const from = cutFrom && (await store.findCommit(cutFrom))
    if (from && !isOwn(holder, from.principal)) throw notOwn(from.session, holder)
  }

  return {
    ...store,
    append: async (entry) => {
      await refuseOthers(entry)
      return store.append(entry)
    },
    link: async (links) => {
      const others = await Promise.all(
        links.map(async ({ child, parent }) => (await isOthers(child)) || isOthers(parent)),
      )
      await store.link(links.filter((_, at) => !others[at]))
    },
  }
}

function notOwn(session: string, { principal }: Holder): Failure {
  return new Failure(
    'not-allowed',
    `The file says that it comes from the session ${session}, which belongs to another user.`,
    {
      facts: { session, principal, grant: 'agent/write' },
      hint: `Ask for a token that may do that: \`stet token ${principal} --grant agent/write\`.`,
    },
  )
}
