import type { CommitId, SessionId } from '../../../model/id.ts'
import type { Forgotten } from '../../record.ts'
import { WRITTEN } from '../../rows/commit-row.ts'
import type { Connection } from './connection.ts'

const OF_SESSION = ['chain', 'rounds', 'spans', 'problems', 'graphs', 'side_files', 'sources', 'sessions']

/** Takes a session out of every table, and the commits that nothing else needs. */
export function forget(
  connection: Connection,
  session: SessionId,
  mark: { readonly at: string; readonly by: string } | undefined,
): Forgotten {
  return connection.write('forget', 'durable', (passed) => {
    if (mark) {
      connection.run(
        `INSERT OR REPLACE INTO forgotten (client, client_session_id, at, "by")
         SELECT client, client_session_id, @at, @by FROM sessions WHERE session_id = @session`,
        { session, ...mark },
      )
    }
    const own = connection.all<{ id: CommitId; parent: CommitId | null }>(
      `SELECT commit_id AS id, parent FROM commits WHERE session_id = @session
        UNION SELECT commits.commit_id, commits.parent FROM chain JOIN commits USING (commit_id) WHERE chain.session_id = @session`,
      { session },
    )
    const { needed, dependents } = neededByOthers(connection, session, own)
    for (const table of OF_SESSION) connection.run(`DELETE FROM ${table} WHERE session_id = ?`, [session])
    passed('rows')
    const gone = [JSON.stringify(own.map(({ id }) => id).filter((id) => !needed.has(id)))]
    connection.run('DELETE FROM retention WHERE commit_id IN (SELECT value FROM json_each(?))', gone)
    connection.run('DELETE FROM context_names WHERE commit_id IN (SELECT value FROM json_each(?))', gone)
    connection.run('DELETE FROM commits WHERE commit_id IN (SELECT value FROM json_each(?))', gone)
    passed('commits')
    return { dependents }
  })
}

/**
 * Commits of the session that stay, with all before them: in another chain, or the parent of another session's
 * commit. A session that an operation wrote has all it needs in its own commits.
 */
function neededByOthers(
  connection: Connection,
  session: SessionId,
  own: readonly { readonly id: CommitId; readonly parent: CommitId | null }[],
) {
  const parents = new Map(own.map(({ id, parent }) => [id, parent]))
  const needed = new Set<CommitId>()
  const dependents = new Set<string>()
  for (const { id } of own) {
    const users = connection.all<{ name: string }>(
      `SELECT session_id AS name FROM chain WHERE commit_id = @id AND session_id <> @session
        UNION SELECT commit_id FROM commits WHERE parent = @id AND session_id <> @session AND NOT (${WRITTEN})
          AND commit_id NOT IN (SELECT commit_id FROM chain WHERE session_id = @session)`,
      { id, session },
    )
    if (users.length === 0) continue
    for (const { name } of users) dependents.add(name)
    for (let at: CommitId | null | undefined = id; at && parents.has(at) && !needed.has(at); at = parents.get(at)) {
      needed.add(at)
    }
  }
  return { needed, dependents: [...dependents].sort() }
}

export function isForgotten(connection: Connection, client: string, clientId: string): boolean {
  const row = connection.get('SELECT 1 AS there FROM forgotten WHERE client = ? AND client_session_id = ?', [
    client,
    clientId,
  ])
  return row !== undefined
}

export function remember(connection: Connection, client: string, clientId: string): void {
  connection.write('remember', 'durable', (passed) => {
    connection.run('DELETE FROM forgotten WHERE client = ? AND client_session_id = ?', [client, clientId])
    passed('row')
  })
}
