import type { Sql } from '../../system/postgres/connect.ts'
import { WRITTEN } from '../rules/commit-row.ts'
import type { StoreFault } from '../store.ts'

/** Rows that lead to nothing. A manifest without its artifact is none of them: it is made again when it is asked for. */
export const DANGLING: readonly ((sql: Sql) => Promise<readonly StoreFault[]>)[] = [
  async (sql) => sql<StoreFault[]>`
    SELECT 'commit ' || commit_id AS where, 'its artifact ' || artifact_ref || ' is missing' AS what FROM commits
     WHERE NOT EXISTS (SELECT 1 FROM artifacts WHERE artifact_id = commits.artifact_ref)`,
  // A session that an operation wrote needs nothing of its source, which may have been forgotten.
  async (sql) => sql<StoreFault[]>`
    SELECT 'commit ' || commit_id AS where, 'its parent ' || parent || ' is missing' AS what FROM commits
     WHERE parent IS NOT NULL AND NOT (${sql.unsafe(WRITTEN)})
       AND NOT EXISTS (SELECT 1 FROM commits before WHERE before.commit_id = commits.parent)`,
  async (sql) => sql<StoreFault[]>`
    SELECT 'side file ' || id || ' of session ' || session_id AS where,
           'its artifact ' || artifact_ref || ' is missing' AS what FROM side_files
     WHERE NOT EXISTS (SELECT 1 FROM artifacts WHERE artifact_id = side_files.artifact_ref)`,
  async (sql) => sql<StoreFault[]>`
    SELECT 'retention of ' || commit_id AS where, 'its commit is missing' AS what FROM retention
     WHERE NOT EXISTS (SELECT 1 FROM commits WHERE commits.commit_id = retention.commit_id)`,
  async (sql) => sql<StoreFault[]>`
    SELECT 'piece ' || piece || ' of ' || coalesce(artifact_id, 'artifact number ' || pieces.artifact) AS where,
           CASE WHEN artifact_id IS NULL THEN 'it belongs to no artifact' WHEN units.unit_id IS NULL
                THEN 'its unit is missing' ELSE 'it ends behind its unit' END AS what
      FROM pieces LEFT JOIN artifacts USING (artifact) LEFT JOIN units USING (unit_id)
     WHERE artifact_id IS NULL OR units.unit_id IS NULL OR pieces.start + pieces.size > units.size`,
]
