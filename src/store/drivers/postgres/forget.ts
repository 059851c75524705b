import type { CommitId, SessionId } from '../../../model/id.ts'
import type { Sql } from '../../../postgres/connect.ts'
import type { Forgotten } from '../../record.ts'
import { WRITTEN } from '../../rows/commit-row.ts'

const OF_SESSION = ['chain', 'rounds', 'spans', 'problems', 'graphs', 'side_files', 'sources', 'sessions']

interface Own {
  readonly id: CommitId
  readonly parent: CommitId | null
}

/** Takes a session out of every table, and the commits that nothing else needs. */
export async function forget(
  sql: Sql,
  session: SessionId,
  mark: { readonly at: string; readonly by: string } | undefined,
): Promise<Forgotten> {
  if (mark) {
    await sql`
      INSERT INTO forgotten (client, client_session_id, at, "by")
      SELECT client, client_session_id, ${mark.at}, ${mark.by} FROM sessions WHERE session_id = ${session}
      ON CONFLICT (client, client_session_id) DO UPDATE SET at = excluded.at, "by" = excluded."by"`
  }
  const own = await sql<Own[]>`
    SELECT commit_id AS id, parent FROM commits WHERE session_id = ${session}
     UNION SELECT commits.commit_id, commits.parent FROM chain JOIN commits USING (commit_id)
            WHERE chain.session_id = ${session}`
  const { needed, dependents } = await neededByOthers(sql, session, own)
  for (const table of OF_SESSION) await sql`DELETE FROM ${sql(table)} WHERE session_id = ${session}`
  const gone = own.map(({ id }) => id).filter((id) => !needed.has(id))
  for (const table of ['retention', 'context_names', 'commits'])
    await sql`DELETE FROM ${sql(table)} WHERE commit_id = ANY(${gone}::text[])`
  return { dependents }
}

/**
 * Commits of the session that stay, with all before them: in another chain, or the parent of another session's commit. A
 * session that an operation wrote has all it needs in its own commits.
 */
async function neededByOthers(sql: Sql, session: SessionId, own: readonly Own[]) {
  const ids = own.map(({ id }) => id)
  const users = await sql<{ id: CommitId; name: string }[]>`
    SELECT commit_id AS id, session_id AS name FROM chain
     WHERE commit_id = ANY(${ids}::text[]) AND session_id <> ${session}
     UNION SELECT parent, commit_id FROM commits
            WHERE parent = ANY(${ids}::text[]) AND session_id <> ${session} AND NOT (${sql.unsafe(WRITTEN)})
              AND commit_id NOT IN (SELECT commit_id FROM chain WHERE session_id = ${session})`
  const parents = new Map(own.map(({ id, parent }) => [id, parent]))
  const needed = new Set<CommitId>()
  for (const { id } of users) {
    for (let at: CommitId | null | undefined = id; at && parents.has(at) && !needed.has(at); at = parents.get(at))
      needed.add(at)
  }
  return { needed, dependents: [...new Set(users.map(({ name }) => name))].sort() }
}

export async function isForgotten(sql: Sql, client: string, clientId: string): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM forgotten WHERE client = ${client} AND client_session_id = ${clientId}`
  return rows.length > 0
}

export async function remember(sql: Sql, client: string, clientId: string): Promise<void> {
  await sql`DELETE FROM forgotten WHERE client = ${client} AND client_session_id = ${clientId}`
}
