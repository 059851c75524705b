import type { CommitId, RoundId, SessionId } from '../../model/id.ts'
import type { RoundText } from '../../model/round-text.ts'
import type { Query } from './query.ts'

/**
 * Finds rounds by what was said in them. Everything in here is derived: it may be deleted at any time and is computed
 * again from the record.
 *
 * A session's mark says how far it is indexed. Rows and mark move together, so that a process killed anywhere leaves
 * an index that is not up to date, never one that is wrong. What several sessions say in one round, because one is a copy or
 * fork of the other, is kept once. Every method may fail with `search-unavailable`, and with nothing else.
 */
export interface SearchIndex {
  /** How far the session is indexed; undefined where it is not at all. */
  findMark(session: SessionId): Promise<Mark | undefined>
  listMarks(): Promise<ReadonlyMap<SessionId, Mark>>
  /** Adds what was said between two marks. Writes nothing and returns false when the session is not at `from`. */
  add(entry: SearchEntry): Promise<boolean>
  /** The same for several, one after the other and written together. */
  addAll(entries: readonly SearchEntry[]): Promise<readonly boolean[]>
  /** Takes everything of a session out, its mark too. */
  forget(session: SessionId): Promise<void>
  /** Writes the index's file anew, so that no words of sessions that were taken out are left in it, or false while somebody reads it; a server sees to its own. */
  erase(): Promise<boolean>
  /** What the index holds of a session's rounds, or of those with these numbers, in the order of the numbers. */
  listRounds(session: SessionId, numbers?: readonly number[]): Promise<readonly RoundText[]>
  countRounds(session: SessionId): Promise<number>
  /**
   * The rounds that say, or whose neighbours say, most of what is looked for, the best first. Copies of a round are
   * found once. Where all of it is said everywhere, no round is better than another, and the newest come first.
   */
  query(query: Query, options: QueryOptions): Promise<Ranked>
  /** The place in each round where the words are closest; from its beginning where it has none of them. */
  excerpts(query: Query, rounds: readonly RoundPlace[]): Promise<readonly Excerpt[]>
  /** Texts of which the model has no vectors, the newest first. */
  listUnembedded(model: string, limit: number): Promise<readonly Unembedded[]>
  /** Keeps the vectors of texts that are still the same. */
  putVectors(model: string, embedded: readonly Embedded[]): Promise<void>
  /** The rounds whose meaning is nearest to a vector, the nearest first. */
  nearest(
    wanted: { readonly model: string; readonly vector: Float32Array },
    options: QueryOptions,
  ): Promise<readonly Hit[]>
  /** Runs `work` over one state of the index, which only reads: what others write meanwhile is not seen. */
  snapshot<T>(work: (state: SearchIndex) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface Unembedded {
  readonly text: number
  readonly content: string
}

export interface Embedded extends Unembedded {
  readonly vectors: readonly Float32Array[]
}

/** The last commit that is indexed, and where it ends in the session's file. */
export interface Mark {
  readonly head: CommitId
  readonly bytes: number
}

export interface SearchEntry {
  readonly session: SessionId
  /** Undefined for a session of which nothing is indexed. */
  readonly from: Mark | undefined
  readonly to: Mark
  /** What each round says after `from`, in the order of the file; a round may come again. */
  readonly rounds: readonly RoundText[]
}

export interface QueryOptions {
  readonly limit: number
  /** Only rounds of these sessions. */
  readonly sessions?: ReadonlySet<SessionId> | undefined
  /** Weighs every round that says a word which is not common, however long that takes: what ranking fewer is measured by. */
  readonly weighsAll?: boolean
}

export interface Ranked {
  readonly hits: readonly Hit[]
  /** Words that nobody said, and what was looked for instead: spelled nearly so. */
  readonly instead: readonly { readonly typed: string; readonly words: readonly string[] }[]
  /** True where a word that is everywhere was looked for alone, so that time is all there is to order by. */
  readonly isNewestFirst: boolean
}

export interface RoundPlace {
  readonly session: SessionId
  readonly round: number
}

export interface Hit extends RoundPlace {
  readonly roundId: RoundId
  /** More is better. */
  readonly score: number
}

export interface Excerpt {
  readonly text: string
  /** Where the words are in it, as [start, end). */
  readonly marks: readonly (readonly [number, number])[]
}
