import type { CommitId } from '../../model/id.ts'
import { toUtc } from '../../model/time.ts'
import { type RetentionRow, retentionFault } from './retention-row.ts'

/** A commit that is kept for a while only. */
export interface Ephemeral extends RetentionRow {
  readonly id: CommitId
  readonly parent: CommitId | null
  /** Whether a session's chain, a name or a ticket leads to it. */
  readonly held: number | boolean
}

/** Those whose time has come; one whose policy is damaged stays. */
export function whoseTimeCame<Row extends Ephemeral>(rows: readonly Row[], now: string): Map<CommitId, Row> {
  return new Map(rows.filter((row) => !retentionFault(row) && isOver(row.until, now)).map((row) => [row.id, row]))
}

/** Of these the ones that nothing kept leads to: no chain, name or ticket, no commit after them. */
export function unheld(
  over: ReadonlyMap<CommitId, Ephemeral>,
  isFollowed: (commit: CommitId) => boolean,
): readonly CommitId[] {
  const doomed = new Map(over)
  const kept = [...over.values()].filter(({ id, held }) => Boolean(held) || isFollowed(id))
  for (let next = kept.pop(); next; next = kept.pop()) {
    doomed.delete(next.id)
    const parent = next.parent === null ? undefined : doomed.get(next.parent)
    if (parent) kept.push(parent)
  }
  return [...doomed.keys()]
}

/** A time that cannot be read protects. */
function isOver(until: string | null, now: string): boolean {
  if (until === null) return true
  const time = toUtc(until)
  return time !== undefined && Date.parse(time) <= Date.parse(now)
}
