import { Failure } from '../../../model/errors.ts'
import type { CommitId } from '../../../model/id.ts'
import { findCommit } from './commits.ts'
import type { Connection } from './connection.ts'

export function setName(
  connection: Connection,
  name: string,
  commit: CommitId | null,
  expected?: CommitId | null,
): void {
  connection.write('set-name', 'durable', () => {
    if (expected !== undefined) refuseMoved(connection, name, expected)
    connection.run('DELETE FROM context_names WHERE name = ?', [name])
    if (commit === null) return
    if (!findCommit(connection, commit)) {
      throw new Failure('commit-not-found', `There is no commit ${commit} in the record.`, { facts: { commit } })
    }
    connection.run('INSERT INTO context_names (name, commit_id) VALUES (?, ?)', [name, commit])
  })
}

export function listNames(connection: Connection): readonly { readonly name: string; readonly commit: CommitId }[] {
  return connection.all('SELECT name, commit_id AS "commit" FROM context_names ORDER BY name')
}

function refuseMoved(connection: Connection, name: string, expected: CommitId | null): void {
  const found = listNames(connection).find((known) => known.name === name)?.commit ?? null
  if (found === expected) return
  const is = (commit: CommitId | null) => commit ?? 'nothing'
  throw new Failure('tag-moved', `${JSON.stringify(name)} now names ${is(found)}, not ${is(expected)}.`, {
    facts: { name, expected: expected ?? '', found: found ?? '' },
    hint: 'Run `stet ctx list` to see the names, then run the command again with the present commit.',
  })
}
