import type { ActiveRounds, DerivedPatch } from '../../model/derived.ts'
import { Failure } from '../../model/errors.ts'
import type { SessionId } from '../../model/id.ts'
import { pushSpan, type Span } from '../../model/span.ts'
import { checksumOf } from './checksum.ts'

/** What a stretch of a session means. */
export interface DerivedStretch {
  readonly session: SessionId
  /** The byte the stretch begins at. */
  readonly start: number
  readonly derived: DerivedPatch
  readonly active: ActiveRounds
  readonly cut?: readonly number[] | undefined
  /** Whether what was derived before is dropped first; then every round counts as new. */
  readonly replaces: boolean
}

/** Tables of what can be computed again; tags stay in their journal. */
export const DERIVED_TABLES = ['rounds', 'spans', 'problems', 'graphs']

export interface GraphRow {
  readonly id: number
  readonly start: number
  readonly data: Buffer
  readonly checksum: string
}

/** Few, because a graph may be large. */
export const GRAPHS_A_PAGE = 16

export async function* graphsIn(session: SessionId, rows: AsyncIterable<GraphRow>): AsyncGenerator<Uint8Array> {
  for await (const { start, data, checksum } of rows) {
    if (checksum !== checksumOf([session, start, data])) {
      throw new Failure('record-corrupt', `The links between the lines of session ${session} are damaged.`, {
        facts: { session },
        hint: 'Run `stet verify --rebuild` to compute them again.',
      })
    }
    yield data
  }
}

/** Spans after the last one that is stored, which the first goes on with: where a stretch was cut leaves no trace. */
export function joinedSpans(last: Span | undefined, spans: readonly Span[]): Span[] {
  const joined = last ? [{ ...last }] : []
  for (const { start, end, owner } of spans) pushSpan(joined, start, end, owner)
  return joined
}
