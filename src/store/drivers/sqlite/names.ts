import { Failure } from '../../../model/errors.ts'
import type { CommitId } from '../../../model/id.ts'
import type { Connection } from './connection.ts'
import { expectCommit } from './put-commit.ts'

interface NameRow {
  readonly name: string
  readonly commit: CommitId
}

export function moveName(connection: Connection, name: string, from: CommitId | null, to: CommitId | null): void {
  connection.write('name', 'durable', (passed) => {
    const current = findName(connection, name) ?? null
    if (current !== from) throw nameMoved(name, from, current)
    if (to === null) connection.run('DELETE FROM names WHERE name = ?', [name])
    else {
      expectCommit(connection, to)
      connection.run(
        `INSERT INTO names (name, commit_id) VALUES (@name, @to)
         ON CONFLICT (name) DO UPDATE SET commit_id = excluded.commit_id`,
        { name, to },
      )
    }
    passed('row')
  })
}

export function findName(connection: Connection, name: string): CommitId | undefined {
  return connection.get<NameRow>('SELECT name, commit_id AS "commit" FROM names WHERE name = ?', [name])?.commit
}

export function listNames(connection: Connection): readonly NameRow[] {
  return connection.all('SELECT name, commit_id AS "commit" FROM names ORDER BY name')
}

function nameMoved(name: string, expected: CommitId | null, found: CommitId | null): Failure {
  const place = (commit: CommitId | null) => (commit === null ? 'nowhere' : `at ${commit}`)
  return new Failure(
    'tag-moved',
    `The name ${JSON.stringify(name)} is ${place(found)} by now, not ${place(expected)}.`,
    {
      facts: { name, expected: expected ?? '', found: found ?? '' },
      hint: 'Run the same command again.',
    },
  )
}
