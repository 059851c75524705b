import type { CommitId, RoundId, SessionId } from '../model/id.ts'
import type { RoundText } from '../model/round-text.ts'

/**
 * Finds rounds by what was said in them. Everything in here is derived: it may be deleted at any time and is computed
 * again from the record.
 *
 * A session's mark says how far it is indexed. Rows and mark move together, so that a process killed anywhere leaves
 * an index that is behind, never one that is wrong. What several sessions say in one round, because one is a copy or
 * fork of the other, is kept once. Every method may fail with `search-unavailable`, and with nothing else.
 */
export interface SearchIndex {
  /** How far the session is indexed; undefined where it is not at all. */
  findMark(session: SessionId): Promise<Mark | undefined>
  listMarks(): Promise<ReadonlyMap<SessionId, Mark>>
  /** Adds what was said between two marks. Writes nothing and returns false when the session is not at `from`. */
  add(entry: SearchEntry): Promise<boolean>
  /** Takes everything of a session out, its mark too. */
  forget(session: SessionId): Promise<void>
  /** What the index holds of a session's rounds. */
  listRounds(session: SessionId): Promise<readonly RoundText[]>
  /** The rounds in which all the words occur, the best first. Whatever the words are, they are only looked for. */
  query(words: string, options: QueryOptions): Promise<readonly Hit[]>
  close(): Promise<void>
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
  /** What each round says behind `from`, in the order of the file; a round may come again. */
  readonly rounds: readonly RoundText[]
}

export interface QueryOptions {
  readonly limit: number
  /** Only rounds of this session. */
  readonly session?: SessionId | undefined
}

export interface Hit {
  readonly session: SessionId
  readonly round: number
  readonly roundId: RoundId
  /** Less is better. */
  readonly score: number
  /** The place in the round where the words stand closest. */
  readonly snippet: string
}
