import type { SessionId } from '../../model/id.ts'
import type { Forgotten, ForgottenMark } from '../record.ts'
import { WRITTEN } from '../rules/commit-row.ts'
import { type CommitUser, OF_COMMIT, OF_SESSION, type OwnCommit, unneeded } from '../rules/forget.ts'
import type { Connection } from './connection.ts'
import { noteWords } from './erase.ts'

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
      noteWords(connection, mark.at)
    }
    const own = connection.all<OwnCommit>(
      `SELECT commit_id AS id, parent FROM commits WHERE session_id = @session
        UNION SELECT commits.commit_id, commits.parent FROM chain JOIN commits USING (commit_id) WHERE chain.session_id = @session`,
      { session },
    )
    const { gone, dependents } = unneeded(own, usersOf(connection, session, own))
    for (const table of OF_SESSION) connection.run(`DELETE FROM ${table} WHERE session_id = ?`, [session])
    passed('rows')
    for (const table of OF_COMMIT)
      connection.run(`DELETE FROM ${table} WHERE commit_id IN (SELECT value FROM json_each(?))`, [JSON.stringify(gone)])
    passed('commits')
    return { dependents }
  })
}

/** A session that an operation wrote has all it needs in its own commits. */
function usersOf(connection: Connection, session: SessionId, own: readonly OwnCommit[]): readonly CommitUser[] {
  return own.flatMap(({ id }) =>
    connection.all<CommitUser>(
      `SELECT @id AS id, session_id AS name FROM chain WHERE commit_id = @id AND session_id <> @session
        UNION SELECT @id, commit_id FROM commits WHERE parent = @id AND session_id <> @session AND NOT (${WRITTEN})
          AND commit_id NOT IN (SELECT commit_id FROM chain WHERE session_id = @session)`,
      { id, session },
    ),
  )
}

export function listForgotten(
  connection: Connection,
  of: { readonly client: string; readonly clientId: string } | undefined,
): readonly ForgottenMark[] {
  return connection.all<ForgottenMark>(
    `SELECT client, client_session_id AS client_id, at, "by" FROM forgotten
      WHERE @client IS NULL OR (client = @client AND client_session_id = @id)`,
    { client: of?.client ?? null, id: of?.clientId ?? null },
  )
}

export function remember(connection: Connection, client: string, clientId: string): void {
  connection.write('remember', 'durable', (passed) => {
    connection.run('DELETE FROM forgotten WHERE client = ? AND client_session_id = ?', [client, clientId])
    passed('row')
  })
}
