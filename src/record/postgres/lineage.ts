import type { SessionId } from '../../model/id.ts'
import type { LineageLink } from '../../model/session.ts'
import type { Sql } from '../../system/postgres/connect.ts'
import { addDetail, type LineageRow, linkChecksum, toLink } from '../rules/lineage-row.ts'

/** Adds a link, or to a link that is there what its detail does not say yet. A session's first parent is its `parent_session`. */
export async function writeLink(sql: Sql, { detail, ...link }: LineageLink): Promise<void> {
  const row = { ...link, detail: JSON.stringify(detail) }
  const { count } = await sql`
    INSERT INTO lineage ${sql({ ...row, checksum: linkChecksum(row) })}
    ON CONFLICT (child, parent, kind) DO NOTHING`
  if (count === 0) await addToLink(sql, { detail, ...link })
  await sql`
    UPDATE sessions SET parent_session = ${link.parent} WHERE session_id = ${link.child} AND parent_session IS NULL`
}

async function addToLink(sql: Sql, { child, parent, kind, detail }: LineageLink): Promise<void> {
  const [there] = await sql<LineageRow[]>`
    SELECT * FROM lineage WHERE child = ${child} AND parent = ${parent} AND kind = ${kind} FOR UPDATE`
  const said = JSON.stringify(addDetail(toLink(there!).detail, detail))
  if (said === there!.detail) return
  const checksum = linkChecksum({ ...there!, detail: said })
  await sql`UPDATE lineage SET detail = ${said}, checksum = ${checksum} WHERE id = ${there!.id}`
}

export async function listLineage(sql: Sql, session: SessionId | undefined): Promise<readonly LineageLink[]> {
  const rows = await sql<LineageRow[]>`
    SELECT * FROM lineage ${session === undefined ? sql`` : sql`WHERE child = ${session} OR parent = ${session}`} ORDER BY id`
  return rows.map(toLink)
}
