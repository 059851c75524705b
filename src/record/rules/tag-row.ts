import { Failure } from '../../model/errors.ts'
import type { RoundId } from '../../model/id.ts'
import type { TagChange } from '../../model/session.ts'
import { checksumOf, ROTTEN } from './checksum.ts'

export interface TagRow {
  readonly entry: number
  readonly round_id: RoundId
  readonly engagement_id: string | null
  readonly previous: string | null
  readonly at: string
  readonly by: string
  readonly checksum: string
}

/** Says what is wrong with a stored entry, or undefined. */
export function tagFault(row: TagRow): string | undefined {
  return row.checksum === tagChecksum(fieldsOf(row)) ? undefined : ROTTEN
}

/** The order is part of the stored format. */
export function tagChecksum({ roundId, engagement, previous, at, by }: TagChange): string {
  return checksumOf([roundId, engagement, previous, at, by])
}

export function toChange(row: TagRow): TagChange {
  const fault = tagFault(row)
  if (!fault) return fieldsOf(row)
  throw new Failure('record-corrupt', `Entry ${row.entry} of the tag journal is damaged: ${fault}.`, {
    facts: { entry: row.entry },
    hint: 'Run `stet verify` to list everything that is damaged.',
  })
}

function fieldsOf(row: TagRow): TagChange {
  return { roundId: row.round_id, engagement: row.engagement_id, previous: row.previous, at: row.at, by: row.by }
}

export function tagMoved(change: TagChange, current: string | null): Failure {
  const name = (tag: string | null) => (tag === null ? 'untagged' : `tagged ${JSON.stringify(tag)}`)
  return new Failure('tag-moved', `The round is now ${name(current)}, not ${name(change.previous)}.`, {
    facts: { round: change.roundId, expected: change.previous ?? '', found: current ?? '' },
    hint: 'Run the same command again.',
  })
}
