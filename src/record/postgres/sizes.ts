import type { Sql } from '../../system/postgres/connect.ts'
import type { StoreSizes } from '../store.ts'

/** How many bytes a unit takes; one that is kept elsewhere counts as it is before it is packed there. */
export const STORED = 'coalesce(octet_length(data), size)'

export async function sizes(sql: Sql): Promise<StoreSizes> {
  const [row] = await sql<StoreSizes[]>`
    SELECT (SELECT count(*) FROM artifacts) AS artifacts,
           (SELECT coalesce(sum(size), 0)::bigint FROM artifacts) AS "artifactBytes",
           (SELECT coalesce(sum(${sql.unsafe(STORED)}), 0)::bigint FROM units) AS "storedBytes",
           (SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class
             WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r') AS "databaseBytes",
           (SELECT count(*) FROM commits) AS commits,
           (SELECT count(*) FROM sessions) AS sessions`
  return { ...row! }
}
