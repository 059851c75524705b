import type { RoundId } from '../../model/id.ts'
import type { TagChange } from '../../model/session.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'
import { pages } from '../rules/pages.ts'
import { type TagRow, tagChecksum, tagMoved, toChange } from '../rules/tag-row.ts'

/** Appends one change and moves the tag of every round of that identity, in whichever sessions it is. */
export async function writeTag(sql: Sql, change: TagChange): Promise<void> {
  const { roundId, engagement, previous, at, by } = change
  const current = (await currentTags(sql, [roundId])).get(roundId) ?? null
  if (current !== previous) throw tagMoved(change, current)
  await sql`
    INSERT INTO tag_journal (round_id, engagement_id, previous, at, "by", checksum)
    VALUES (${roundId}, ${engagement}, ${previous}, ${at}, ${by}, ${tagChecksum(change)})`
  await sql`UPDATE rounds SET engagement_id = ${engagement} WHERE round_id = ${roundId}`
}

/** Gives a round the tag of another one, as that got it, unless it was tagged before. */
export async function inheritTag(sql: Sql, from: RoundId, to: RoundId): Promise<void> {
  const newest = (roundId: RoundId) => sql<TagRow[]>`
    SELECT * FROM tag_journal WHERE round_id = ${roundId} ORDER BY entry DESC LIMIT 1`
  const [row] = await newest(from)
  if (!row || row.engagement_id === null || (await newest(to)).length > 0) return
  await writeTag(sql, { ...toChange(row), roundId: to, previous: null })
}

/** The tags the journal gives to rounds, whether or not they are in the record yet; without those that have none. */
export async function currentTags(sql: Sql, roundIds: readonly RoundId[]): Promise<ReadonlyMap<RoundId, string>> {
  const rows = await sql<Pick<TagRow, 'round_id' | 'engagement_id'>[]>`
    SELECT DISTINCT ON (round_id) round_id, engagement_id FROM tag_journal
     WHERE round_id = ANY(${roundIds as RoundId[]}::text[]) ORDER BY round_id, entry DESC`
  return new Map(rows.flatMap((row) => (row.engagement_id === null ? [] : [[row.round_id, row.engagement_id]])))
}

export async function* listTags(connection: Connection): AsyncGenerator<TagChange> {
  const rows = pages<TagRow>((after, limit) =>
    connection.read(
      (sql) => sql`SELECT * FROM tag_journal WHERE entry > ${after?.entry ?? 0} ORDER BY entry LIMIT ${limit}`,
    ),
  )
  for await (const row of rows) yield toChange(row)
}
