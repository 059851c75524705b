import type { SessionId } from '../../../model/id.ts'
import type { Mark } from '../../../record/indexing/search-index.ts'
import type { Sql } from '../../../system/postgres/connect.ts'

export async function findMark(sql: Sql, session: SessionId): Promise<Mark | undefined> {
  const [row] = await sql<Mark[]>`SELECT head, bytes FROM search_marks WHERE session_id = ${session}`
  return row && { ...row }
}

export async function listMarks(sql: Sql): Promise<ReadonlyMap<SessionId, Mark>> {
  const rows = await sql<(Mark & { session: SessionId })[]>`SELECT session_id AS session, head, bytes FROM search_marks`
  return new Map(rows.map(({ session, head, bytes }) => [session, { head, bytes }]))
}
