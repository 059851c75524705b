import type { SessionId } from '../../model/id.ts'
import type { LineageLink } from '../../model/session.ts'
import { addDetail, type LineageRow, linkChecksum, toLink } from '../rules/lineage-row.ts'
import type { Connection } from './connection.ts'

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
    { ...row, checksum: linkChecksum(row) },
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
