import { Failure } from '../../../model/errors.ts'
import type { CommitId } from '../../../model/id.ts'
import type { Sql } from '../../../postgres/connect.ts'
import { findCommit } from './commits.ts'

export async function setName(
  sql: Sql,
  name: string,
  commit: CommitId | null,
  expected: CommitId | null | undefined,
): Promise<void> {
  const found = (await listNames(sql)).find((known) => known.name === name)?.commit ?? null
  if (expected !== undefined && found !== expected) throw nameMoved(name, expected, found)
  await sql`DELETE FROM context_names WHERE name = ${name}`
  if (commit === null) return
  if (!(await findCommit(sql, commit))) {
    throw new Failure('commit-not-found', `There is no commit ${commit} in the record.`, { facts: { commit } })
  }
  await sql`INSERT INTO context_names (name, commit_id) VALUES (${name}, ${commit})`
}

export async function listNames(sql: Sql): Promise<readonly { readonly name: string; readonly commit: CommitId }[]> {
  return sql<{ name: string; commit: CommitId }[]>`
    SELECT name, commit_id AS "commit" FROM context_names ORDER BY name`
}

function nameMoved(name: string, expected: CommitId | null, found: CommitId | null): Failure {
  const is = (commit: CommitId | null) => commit ?? 'nothing'
  return new Failure('tag-moved', `${JSON.stringify(name)} now names ${is(found)}, not ${is(expected)}.`, {
    facts: { name, expected: expected ?? '', found: found ?? '' },
    hint: 'Run `stet ctx list` to see the names, then run the command again with the present commit.',
  })
}
