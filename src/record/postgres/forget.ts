import type { SessionId } from '../../model/id.ts'
import type { Sql } from '../../system/postgres/connect.ts'
import type { Forgotten, ForgottenMark } from '../record.ts'
import { WRITTEN } from '../rules/commit-row.ts'
import { type CommitUser, OF_COMMIT, OF_SESSION, type OwnCommit, unneeded } from '../rules/forget.ts'

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
  const own = await sql<OwnCommit[]>`
    SELECT commit_id AS id, parent FROM commits WHERE session_id = ${session}
     UNION SELECT commits.commit_id, commits.parent FROM chain JOIN commits USING (commit_id)
            WHERE chain.session_id = ${session}`
  const { gone, dependents } = unneeded(own, await usersOf(sql, session, own))
  for (const table of OF_SESSION) await sql`DELETE FROM ${sql(table)} WHERE session_id = ${session}`
  for (const table of OF_COMMIT) await sql`DELETE FROM ${sql(table)} WHERE commit_id = ANY(${gone}::text[])`
  return { dependents }
}

/** A session that an operation wrote has all it needs in its own commits. */
async function usersOf(sql: Sql, session: SessionId, own: readonly OwnCommit[]): Promise<readonly CommitUser[]> {
  const ids = own.map(({ id }) => id)
  return sql<CommitUser[]>`
    SELECT commit_id AS id, session_id AS name FROM chain
     WHERE commit_id = ANY(${ids}::text[]) AND session_id <> ${session}
     UNION SELECT parent, commit_id FROM commits
            WHERE parent = ANY(${ids}::text[]) AND session_id <> ${session} AND NOT (${sql.unsafe(WRITTEN)})
              AND commit_id NOT IN (SELECT commit_id FROM chain WHERE session_id = ${session})`
}

export async function listForgotten(
  sql: Sql,
  of: { readonly client: string; readonly clientId: string } | undefined,
): Promise<readonly ForgottenMark[]> {
  return sql<ForgottenMark[]>`
    SELECT client, client_session_id AS client_id, at, "by" FROM forgotten
     WHERE ${of?.client ?? null}::text IS NULL OR (client = ${of?.client ?? null} AND client_session_id = ${of?.clientId ?? null})`
}

export async function remember(sql: Sql, client: string, clientId: string): Promise<void> {
  await sql`DELETE FROM forgotten WHERE client = ${client} AND client_session_id = ${clientId}`
}
