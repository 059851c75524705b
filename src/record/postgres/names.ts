import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import type { Sql } from '../../system/postgres/connect.ts'
import { type ContextName, expectNamed } from '../rules/names.ts'
import { findCommit } from './commits.ts'

export async function setName(
  sql: Sql,
  name: string,
  commit: CommitId | null,
  expected: CommitId | null | undefined,
): Promise<void> {
  expectNamed(await listNames(sql), name, expected)
  await sql`DELETE FROM context_names WHERE name = ${name}`
  if (commit === null) return
  if (!(await findCommit(sql, commit))) {
    throw new Failure('commit-not-found', `There is no commit ${commit} in the record.`, { facts: { commit } })
  }
  await sql`INSERT INTO context_names (name, commit_id) VALUES (${name}, ${commit})`
}

export async function listNames(sql: Sql): Promise<readonly ContextName[]> {
  return sql<ContextName[]>`
    SELECT name, commit_id AS "commit" FROM context_names ORDER BY name`
}
