import { Failure } from '../../../model/errors.ts'
import type { RoundId } from '../../../model/id.ts'
import type { TagChange } from '../../../model/session.ts'
import { checksumOf, ROTTEN } from './checksum.ts'
import type { Connection } from './connection.ts'
import { pages } from './pages.ts'

export interface TagRow {
  readonly entry: number
  readonly round_id: RoundId
  readonly engagement_id: string | null
  readonly previous: string | null
  readonly at: string
  readonly by: string
  readonly checksum: string
}

/** Appends one change and moves the tag of every round of that identity, in whichever sessions it is. */
export function writeTag(connection: Connection, change: TagChange): void {
  const current = currentTag(connection, change.roundId)
  if (current !== change.previous) throw tagMoved(change, current)
  connection.run(
    `INSERT INTO tag_journal (round_id, engagement_id, previous, at, "by", checksum)
     VALUES (@roundId, @engagement, @previous, @at, @by, @checksum)`,
    { ...change, checksum: checksumOf(fields(change)) },
  )
  connection.run('UPDATE rounds SET engagement_id = ? WHERE round_id = ?', [change.engagement, change.roundId])
}

/** The tag the journal gives to a round, whether or not the round is in the record yet. */
export function currentTag(connection: Connection, roundId: RoundId): string | null {
  const row = connection.get<Pick<TagRow, 'engagement_id'>>(
    'SELECT engagement_id FROM tag_journal WHERE round_id = ? ORDER BY entry DESC LIMIT 1',
    [roundId],
  )
  return row?.engagement_id ?? null
}

export async function* listTags(connection: Connection): AsyncGenerator<TagChange> {
  const rows = pages<TagRow>((after, limit) =>
    connection.all('SELECT * FROM tag_journal WHERE entry > ? ORDER BY entry LIMIT ?', [after?.entry ?? 0, limit]),
  )
  for await (const row of rows) {
    const fault = tagFault(row)
    if (fault) {
      throw new Failure('record-corrupt', `Entry ${row.entry} of the tag journal is damaged: ${fault}.`, {
        facts: { entry: row.entry },
        hint: 'Run `stet verify` to list everything that is damaged.',
      })
    }
    yield toChange(row)
  }
}

/** Says what is wrong with a stored entry, or undefined. */
export function tagFault(row: TagRow): string | undefined {
  return row.checksum === checksumOf(fields(toChange(row))) ? undefined : ROTTEN
}

/** The order is part of the stored format. */
function fields({ roundId, engagement, previous, at, by }: TagChange): readonly (string | null)[] {
  return [roundId, engagement, previous, at, by]
}

function toChange(row: TagRow): TagChange {
  return { roundId: row.round_id, engagement: row.engagement_id, previous: row.previous, at: row.at, by: row.by }
}

function tagMoved(change: TagChange, current: string | null): Failure {
  const name = (tag: string | null) => (tag === null ? 'untagged' : `tagged ${JSON.stringify(tag)}`)
  return new Failure('tag-moved', `The round is ${name(current)} by now, not ${name(change.previous)}.`, {
    facts: { round: change.roundId, expected: change.previous ?? '', found: current ?? '' },
    hint: 'Run the same command again.',
  })
}
