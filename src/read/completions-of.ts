import { shortId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import { undoneSessions } from '../record/naming/undone-sessions.ts'
import type { Workspace } from '../record/workspace.ts'

/** Shells complete with the newest; who wants an older one types its beginning. */
const MOST = 200

/** What the record has of a kind, as a person types it, the newest first. */
export async function completionsOf(
  workspace: Workspace,
  kind: 'session' | 'engagement' | 'operation' | 'commit' | 'name',
): Promise<readonly string[]> {
  const { store } = workspace
  switch (kind) {
    case 'session':
      return ['latest', ...(await newestSessions(workspace)).map(({ id }) => shortId(id))]
    case 'engagement': {
      const named = new Set<string>()
      for await (const { engagement } of store.listTags()) if (engagement !== null) named.add(engagement)
      return [...named].sort()
    }
    case 'operation':
      return (await store.listOperations()).slice(0, MOST).map(({ id }) => id)
    case 'name':
      return namesOf(workspace)
    case 'commit': {
      const names = await namesOf(workspace)
      const heads = (await newestSessions(workspace)).flatMap(({ head }) => (head === null ? [] : [head.slice(0, 12)]))
      return [...names, 'latest', ...heads]
    }
  }
}

async function namesOf({ store }: Workspace): Promise<readonly string[]> {
  return (await store.listNames()).map(({ name }) => name)
}

async function newestSessions(workspace: Workspace): Promise<readonly Session[]> {
  const undone = await undoneSessions(workspace)
  const sessions: Session[] = []
  for await (const session of workspace.store.listSessions()) if (!undone.has(session.id)) sessions.push(session)
  const ended = (session: Session) => session.facts.ended ?? ''
  return sessions.sort((a, b) => (ended(a) < ended(b) ? 1 : -1)).slice(0, MOST)
}
