import { Failure } from '../../../model/errors.ts'
import type { SessionId } from '../../../model/id.ts'
import type { LineageKind, LineageLink } from '../../../model/session.ts'
import { checksumOf, ROTTEN } from './checksum.ts'
import type { Connection } from './connection.ts'

export interface LineageRow {
  readonly id: number
  readonly child: SessionId
  readonly parent: string
  readonly kind: LineageKind
  readonly at: string
  readonly detail: string
  readonly checksum: string
}

type Detail = LineageLink['detail']

/** Adds a link, or to a link that is there what its detail does not say yet. A session's first parent is its `parent_session`. */
export function writeLink(connection: Connection, { child, parent, kind, at, detail }: LineageLink): void {
  const there = connection.get<LineageRow>('SELECT * FROM lineage WHERE child = ? AND parent = ? AND kind = ?', [
    child,
    parent,
    kind,
  ])
  const said = JSON.stringify(there ? addDetail(toLink(there).detail, detail) : detail)
  const row = { child, parent, kind, at: there?.at ?? at, detail: said }
  connection.run(
    `INSERT INTO lineage (child, parent, kind, at, detail, checksum)
     VALUES (@child, @parent, @kind, @at, @detail, @checksum)
     ON CONFLICT (child, parent, kind) DO UPDATE SET detail = excluded.detail, checksum = excluded.checksum`,
    { ...row, checksum: checksumOf(fields(row)) },
  )
  connection.run('UPDATE sessions SET parent_session = ? WHERE session_id = ? AND parent_session IS NULL', [
    parent,
    child,
  ])
}

export function listLineage(connection: Connection, session: SessionId | undefined): readonly LineageLink[] {
  const rows =
    session === undefined
      ? connection.all<LineageRow>('SELECT * FROM lineage ORDER BY id')
      : connection.all<LineageRow>('SELECT * FROM lineage WHERE child = @session OR parent = @session ORDER BY id', {
          session,
        })
  return rows.map(toLink)
}

/** Says what is wrong with a stored link, or undefined. */
export function linkFault(row: LineageRow): string | undefined {
  return row.checksum === checksumOf(fields(row)) ? undefined : ROTTEN
}

/** The order is part of the stored format. */
function fields({ child, parent, kind, at, detail }: Omit<LineageRow, 'id' | 'checksum'>): readonly string[] {
  return [child, parent, kind, at, detail]
}

function toLink(row: LineageRow): LineageLink {
  const fault = linkFault(row)
  if (fault) {
    throw new Failure('record-corrupt', `Entry ${row.id} of the lineage is damaged: ${fault}.`, {
      facts: { entry: row.id },
      hint: 'Run `stet verify` to list everything that is damaged.',
    })
  }
  return { child: row.child, parent: row.parent, kind: row.kind, at: row.at, detail: JSON.parse(row.detail) as Detail }
}

/** What was said first stays; null says nothing. */
function addDetail(old: Detail, added: Detail): Detail {
  const said = Object.entries(old).filter(([, value]) => value !== null)
  return { ...old, ...added, ...Object.fromEntries(said) }
}
