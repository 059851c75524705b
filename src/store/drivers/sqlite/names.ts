import { Failure } from '../../../model/errors.ts'
import type { CommitId } from '../../../model/id.ts'
import { checksumOf, ROTTEN } from './checksum.ts'
import type { Connection } from './connection.ts'
import { expectCommit } from './put-commit.ts'

export interface NameRow {
  readonly name: string
  readonly commit_id: CommitId
  readonly checksum: string
}

export function moveName(connection: Connection, name: string, from: CommitId | null, to: CommitId | null): void {
  connection.write('name', 'durable', (passed) => {
    const current = findName(connection, name) ?? null
    if (current !== from) throw nameMoved(name, from, current)
    if (to === null) connection.run('DELETE FROM names WHERE name = ?', [name])
    else {
      expectCommit(connection, to)
      connection.run(
        `INSERT INTO names (name, commit_id, checksum) VALUES (@name, @to, @checksum)
         ON CONFLICT (name) DO UPDATE SET commit_id = excluded.commit_id, checksum = excluded.checksum`,
        { name, to, checksum: checksumOf([name, to]) },
      )
    }
    passed('row')
  })
}

export function findName(connection: Connection, name: string): CommitId | undefined {
  const row = connection.get<NameRow>('SELECT * FROM names WHERE name = ?', [name])
  return row && toName(row).commit
}

export function listNames(connection: Connection): readonly { readonly name: string; readonly commit: CommitId }[] {
  return connection.all<NameRow>('SELECT * FROM names ORDER BY name').map(toName)
}

/** Says what is wrong with a stored name, or undefined. */
export function nameFault({ name, commit_id, checksum }: NameRow): string | undefined {
  return checksum === checksumOf([name, commit_id]) ? undefined : ROTTEN
}

function toName(row: NameRow): { readonly name: string; readonly commit: CommitId } {
  const fault = nameFault(row)
  if (!fault) return { name: row.name, commit: row.commit_id }
  throw new Failure('record-corrupt', `The name ${JSON.stringify(row.name)} is damaged: ${fault}.`, {
    facts: { name: row.name },
    hint: 'Run `stet verify` to list everything that is damaged.',
  })
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
