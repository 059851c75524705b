import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import { type ContextName, expectNamed } from '../rules/names.ts'
import { findCommit } from './commits.ts'
import type { Connection } from './connection.ts'

export function setName(
  connection: Connection,
  name: string,
  commit: CommitId | null,
  expected?: CommitId | null,
): void {
  connection.write('set-name', 'durable', () => {
    expectNamed(listNames(connection), name, expected)
    connection.run('DELETE FROM context_names WHERE name = ?', [name])
    if (commit === null) return
    if (!findCommit(connection, commit)) {
      throw new Failure('commit-not-found', `There is no commit ${commit} in the record.`, { facts: { commit } })
    }
    connection.run('INSERT INTO context_names (name, commit_id) VALUES (?, ?)', [name, commit])
  })
}

export function listNames(connection: Connection): readonly ContextName[] {
  return connection.all('SELECT name, commit_id AS "commit" FROM context_names ORDER BY name')
}
