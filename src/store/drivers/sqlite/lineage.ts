import type { SessionId } from '../../../model/id.ts'
import type { LineageKind, LineageLink } from '../../../model/session.ts'
import type { Connection } from './connection.ts'

interface LineageRow {
  readonly child: SessionId
  readonly parent: string
  readonly kind: LineageKind
  readonly at: string
  readonly detail: string
}

type Detail = LineageLink['detail']

/** Adds a link, or to a link that is there what its detail does not say yet. A session's first parent is its `parent_session`. */
export function writeLink(connection: Connection, { child, parent, kind, at, detail }: LineageLink): void {
  const there = connection.get<LineageRow>('SELECT * FROM lineage WHERE child = ? AND parent = ? AND kind = ?', [
    child,
    parent,
    kind,
  ])
  connection.run(
    `INSERT INTO lineage (child, parent, kind, at, detail) VALUES (@child, @parent, @kind, @at, @detail)
     ON CONFLICT (child, parent, kind) DO UPDATE SET detail = excluded.detail`,
    { child, parent, kind, at, detail: JSON.stringify(there ? addDetail(readDetail(there), detail) : detail) },
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
  return rows.map((row) => ({
    child: row.child,
    parent: row.parent,
    kind: row.kind,
    at: row.at,
    detail: readDetail(row),
  }))
}

/** What was said first stays; null says nothing. */
function addDetail(old: Detail, added: Detail): Detail {
  const said = Object.entries(old).filter(([, value]) => value !== null)
  return { ...old, ...added, ...Object.fromEntries(said) }
}

function readDetail({ detail }: LineageRow): Detail {
  return JSON.parse(detail) as Detail
}
