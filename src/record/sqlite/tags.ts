import type { RoundId } from '../../model/id.ts'
import type { TagChange } from '../../model/session.ts'
import { pages } from '../rules/pages.ts'
import { type TagRow, tagChecksum, tagMoved, toChange } from '../rules/tag-row.ts'
import type { Connection } from './connection.ts'

/** Appends one change and moves the tag of every round of that identity, in whichever sessions it is. */
export function writeTag(connection: Connection, change: TagChange): void {
  const current = currentTag(connection, change.roundId)
  if (current !== change.previous) throw tagMoved(change, current)
  connection.run(
    `INSERT INTO tag_journal (round_id, engagement_id, previous, at, "by", checksum)
     VALUES (@roundId, @engagement, @previous, @at, @by, @checksum)`,
    { ...change, checksum: tagChecksum(change) },
  )
  connection.run('UPDATE rounds SET engagement_id = ? WHERE round_id = ?', [change.engagement, change.roundId])
}

/** Gives a round the tag of another one, as that got it, unless it was tagged before. */
export function inheritTag(connection: Connection, from: RoundId, to: RoundId): void {
  const newest = 'SELECT * FROM tag_journal WHERE round_id = ? ORDER BY entry DESC LIMIT 1'
  const row = connection.get<TagRow>(newest, [from])
  if (!row || row.engagement_id === null || connection.get(newest, [to])) return
  writeTag(connection, { ...toChange(row), roundId: to, previous: null })
}

/** The tag the journal gives to a round, whether or not the round is in the record yet. */
export function currentTag(connection: Connection, roundId: RoundId): string | null {
  const row = connection.get<Pick<TagRow, 'engagement_id'>>(
    'SELECT engagement_id FROM tag_journal WHERE round_id = ? ORDER BY entry DESC LIMIT 1',
    [roundId],
  )
  return row?.engagement_id ?? null
}

export function findTags(connection: Connection, roundIds: readonly RoundId[]): ReadonlyMap<RoundId, string> {
  const tags = new Map<RoundId, string>()
  for (const roundId of roundIds) {
    const tag = currentTag(connection, roundId)
    if (tag !== null) tags.set(roundId, tag)
  }
  return tags
}

export async function* listTags(connection: Connection): AsyncGenerator<TagChange> {
  const rows = pages<TagRow>((after, limit) =>
    connection.all('SELECT * FROM tag_journal WHERE entry > ? ORDER BY entry LIMIT ?', [after?.entry ?? 0, limit]),
  )
  for await (const row of rows) yield toChange(row)
}
