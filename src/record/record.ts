import type { Commit, CommitDraft } from '../model/commit.ts'
import type { ActiveRounds, DerivedPatch } from '../model/derived.ts'
import type { ArtifactId, CommitId, RoundId, SessionId } from '../model/id.ts'
import type { Operation } from '../model/operation.ts'
import type { RoundRef } from '../model/plan.ts'
import type { LineageLink, Problem, RoundRow, Session, SessionEnd, TagChange } from '../model/session.ts'
import type { Owner, Span } from '../model/span.ts'

/**
 * Keeps what is known around artifacts: commits, heads, tags, lineage, and what is derived from the bytes.
 *
 * Every verb that writes is one transaction and needs no other verb to leave the record correct; a crash inside one
 * leaves the state before it or after it. Commits are written once; their summary may change, and `collect` removes what
 * nothing kept leads to. Readers see the last finished write. A driver whose artifacts are kept elsewhere puts the bytes
 * there first: what is left of a write that failed is collected. The suite in tests/contract/record.ts is the rest of this
 * definition; every driver passes it.
 */
export interface SessionRecord {
  /**
   * Writes artifacts, their commits, the moved head and the derived rows, in that order, as one.
   * Fails with `chain-moved` and writes nothing when the session's head is not `from` any more, or, for a session to
   * be created, when it is there already, or when more of the tail is there than is given, and no commit.
   */
  append(entry: Append): Promise<Appended>

  /**
   * Resolves when everything written before is on disk, so that it stays if the machine stops. `append` comes back
   * sooner: the client's file can be read again.
   */
  sync(): Promise<void>

  /**
   * Writes a commit that is in no session's chain: a checkpoint by hand, a compaction or snapshot of an old chain,
   * an import. Its parent and an artifact given by id must be there (`commit-not-found`, `artifact-missing`). A commit
   * that is there already takes a summary it did not have, and fails with `commit-differs` where its type is another.
   */
  putCommit(entry: PutCommit): Promise<CommitId>

  /** Changes the only thing about a commit that may change. Fails with `commit-not-found`. */
  setSummary(commit: CommitId, summary: string): Promise<void>

  /** Sets how long a commit is kept. Fails with `commit-not-found`. */
  setRetention(commit: CommitId, retention: Retention): Promise<void>

  /**
   * Gives a commit a name, or with null takes the name away. Fails with `commit-not-found`; with `tag-moved` where
   * `expected` is given and is not what the name means by now, null for nothing.
   */
  setName(name: string, commit: CommitId | null, expected?: CommitId | null): Promise<void>

  /**
   * Writes an artifact that is a row of stretches of artifacts already there, without storing their bytes again, and
   * remembers under `key` that it was made. The caller gives the id; reading checks it as for every artifact.
   */
  putManifest(entry: PutManifest): Promise<void>

  /** Writes an artifact that is next to a session's file. Writing what is the newest version already changes nothing. */
  putSideFile(entry: SideFileEntry): Promise<{ readonly deduplicated: number }>

  /** Appends to the tag journal and moves the rounds' tags with it. Fails with `tag-moved` when a `previous` is not so any more. */
  journal(changes: readonly TagChange[]): Promise<void>

  /**
   * Writes down an operation that was carried out; the sessions it was cut from end with it, unless it is a copy. Where it has a worker, or a
   * source does, sources without one and then the new sessions get that worker's next numbers, also new sessions that
   * come into the record later.
   */
  record(operation: Operation): Promise<void>

  /** Marks an operation as undone; its sources are as if it had not been. Fails with `operation-not-found`. */
  markUndone(id: string, at: string): Promise<void>

  /** Writes down when and why a session ended, where no operation did it; null where it goes on after all. */
  endSession(session: SessionId, end: SessionEnd | null): Promise<void>

  /** Adds lineage. A link of the same child, parent and kind is there once; what `detail` newly says is added to it. */
  link(links: readonly LineageLink[]): Promise<void>

  /**
   * Removes a session: its chain, what is derived of it, what was kept next to it, and its commits, but for those that
   * another session or a commit of another session leads to; returns what these are. Lineage, operations and tags stay. The bytes go with the next `collect`. With
   * `mark` the record remembers that it was removed on request. A session that is not there is no failure.
   */
  forget(session: SessionId, mark?: { readonly at: string; readonly by: string }): Promise<Forgotten>
  /** Clients' sessions that were removed on request, all or this one; `remember` takes the mark away. */
  listForgotten(of?: { readonly client: string; readonly clientId: string }): Promise<readonly ForgottenMark[]>
  remember(client: string, clientId: string): Promise<void>

  /** Remembers that what older Stets derived was computed again, as far as it can be. */
  noteRefreshed(): Promise<void>

  /** Remembers what a path looked like when it was last read. */
  noteSource(source: SourceNote): Promise<void>

  /** Replaces everything derived of one session, tags projected from the journal. Fails with `chain-moved` like `append`. */
  replaceDerived(entry: {
    readonly session: SessionId
    readonly from: CommitId | null
    /** From the first byte on, in order; facts and the state of the parser are those of the last. */
    readonly stretches: readonly { readonly start: number; readonly derived: DerivedPatch }[]
    readonly active: ActiveRounds
    /** Of the active ones, those of which a compaction left only the end. */
    readonly cut?: readonly number[]
  }): Promise<void>

  findSession(id: SessionId): Promise<Session | undefined>
  /** Every generation of a client's session, oldest first. */
  generations(client: string, clientId: string): Promise<readonly Session[]>
  /** Every session, in the order they came into the record. */
  listSessions(): AsyncIterable<Session>
  /** Where the parser is at the end of the committed bytes; null where that rotted. It can be computed again. */
  findParserState(session: SessionId): Promise<string | null>
  /** Whether an older Stet derived what is known of a session: it is no damage, and can be computed again. */
  isOutdated(session: SessionId): Promise<boolean>
  /** The sessions of which that is so, asked for each time a store is opened; none once `noteRefreshed` was told. */
  listOutdated(): Promise<readonly SessionId[]>
  /** What is remembered of a path, with a mark of all that the next capture of it goes on from. */
  findSource(path: string): Promise<KnownSource | undefined>

  findCommit(id: CommitId): Promise<Commit | undefined>
  /** Commits whose id starts so, at most `limit`. */
  findCommits(prefix: string, limit: number): Promise<readonly CommitId[]>
  /**
   * The last commit of a principal at or before a time in UTC. Never a compaction or snapshot made by hand after
   * another commit: those were not what the agent was at.
   */
  resolveCommit(principal: string, at: string): Promise<CommitId | undefined>
  /** The commit and its ancestors, tip first, until `limit` or a parent that is not there. */
  listAncestors(id: CommitId, limit: number): AsyncIterable<Commit>
  listChildren(id: CommitId): Promise<readonly CommitId[]>
  findRetention(commit: CommitId): Promise<Retention | undefined>

  /** Names of commits, in the order of the names. */
  listNames(): Promise<readonly { readonly name: string; readonly commit: CommitId }[]>
  findManifest(key: string): Promise<Manifest | undefined>
  /**
   * The session's commits in file order, from the one that holds the byte `from` on. A commit that two sessions share
   * names the session that made it first; its `start` and `end` are those in this session.
   */
  listChain(session: SessionId, from?: number): AsyncIterable<Commit>
  /** By number; all of them, or those after a number, of these the first so many or the last so many. */
  listRounds(session: SessionId, which?: WhichRounds): Promise<readonly RoundRow[]>
  /** The rounds at these places, in their order; places where there is none are left out. */
  readRounds(places: readonly Omit<RoundRef, 'roundId'>[]): Promise<readonly RoundRow[]>
  countRounds(session: SessionId): Promise<number>
  /** All spans in file order, or those of one owner. */
  listSpans(session: SessionId, owner?: Owner): Promise<readonly Span[]>
  /** Those that start after a byte, in file order, at most `limit`; before the first of all is -1. */
  readSpans(session: SessionId, after: number, limit: number): Promise<readonly Span[]>
  listProblems(session: SessionId): Promise<readonly Problem[]>
  /** The graphs of the session's stretches, the last in the file first unless told otherwise. */
  listGraphs(session: SessionId, order?: 'last first' | 'file order'): AsyncIterable<Uint8Array>
  /** Where rounds of this identity are, in the order their sessions came into the record. */
  findRounds(roundIds: readonly RoundId[]): Promise<readonly RoundRef[]>
  /** The engagements the session's rounds carry, by name. */
  listEngagements(session: SessionId): Promise<readonly string[]>
  /** Every version of every side file, by path, the oldest version first. */
  listSideFiles(session: SessionId): Promise<readonly SideFile[]>
  /** Links in the order they came; of one session those it is the child or the parent of. */
  listLineage(session?: SessionId): Promise<readonly LineageLink[]>
  listTags(): AsyncIterable<TagChange>
  /** The tags that the journal gives to rounds, whether or not they are in the record; without those that have none. */
  findTags(roundIds: readonly RoundId[]): Promise<ReadonlyMap<RoundId, string>>
  /** The newest first. */
  listOperations(): Promise<readonly Operation[]>
}

export interface WhichRounds {
  readonly after?: number
  readonly first?: number
  readonly last?: number
}

export interface Append {
  readonly session: SessionId
  /** The head this builds on; null for a session without commits. */
  readonly from: CommitId | null
  /** Given when the session is to be created. */
  readonly create?: {
    readonly client: string
    readonly clientId: string
    readonly generation: number
    readonly format: string
  }
  /** The parent of the first commit of a session without commits: what an operation cut it from. */
  readonly cutFrom?: CommitId | null
  /** One after the other, each the parent of the next; none when only the tail, the facts or the active rounds changed. */
  readonly commits: readonly NewCommit[]
  readonly tail: Uint8Array
  readonly source: string
  readonly derived: DerivedPatch
  readonly active: ActiveRounds
  /** Of the active ones, those of which a compaction left only the end. */
  readonly cut?: readonly number[]
  /** True when `derived` covers the whole session: what was derived before is dropped first, as in `replaceDerived`. */
  readonly replaces: boolean
  /** Lineage that becomes known with this; as in `link`. */
  readonly links: readonly LineageLink[]
  /** What the path looked like; as in `noteSource`. */
  readonly note?: SourceNote
  /** Says that most of the bytes may be in the store already: worth looking for. */
  readonly mostlyKnown?: boolean
}

export interface NewCommit {
  /** Its parent is given by its place, its artifact by its bytes. */
  readonly draft: Omit<CommitDraft, 'parent' | 'artifact'>
  readonly bytes: Uint8Array
}

export interface Appended {
  readonly head: CommitId | null
  /** Bytes of the artifacts that were in the store already. */
  readonly deduplicated: number
  /** Of the source that was noted with it. */
  readonly mark?: string | undefined
}

export interface PutCommit {
  readonly draft: CommitDraft
  /** Absent where the artifact that the draft names is in the store. */
  readonly bytes?: Uint8Array
}

/** `default` and `replicate` keep a commit, `pin` whatever happens, `ephemeral` until `until`, or until collected. */
export interface Retention {
  readonly policy: 'default' | 'pin' | 'ephemeral' | 'replicate'
  /** In UTC. */
  readonly until: string | null
}

export interface Manifest {
  readonly artifact: ArtifactId
  readonly size: number
  /** What the maker wants to know again: counts, format, tier. */
  readonly detail: Readonly<Record<string, string | number>>
}

export interface PutManifest extends Manifest {
  readonly key: string
  readonly stretches: readonly { readonly artifact: ArtifactId; readonly start: number; readonly end: number }[]
  /** Artifacts among the stretches that are not in the store yet, such as a newline between two deltas. */
  readonly own: readonly Uint8Array[]
}

/** That a session was removed on request. */
export interface ForgottenMark {
  readonly client: string
  readonly client_id: string
  readonly at: string
  readonly by: string
}

export interface Forgotten {
  /** Other sessions, and commits of other sessions, that need what stays. */
  readonly dependents: readonly string[]
}

export interface SideFileEntry {
  readonly session: SessionId
  /** Relative to the folder the client keeps next to the session's file. */
  readonly path: string
  /** Its bytes, or for a large one the artifacts it consists of, which are in the store already. */
  readonly content: Uint8Array | JoinedArtifact
  readonly at: string
}

/** An artifact made of others, one after the other. */
export interface JoinedArtifact {
  readonly artifact: ArtifactId
  readonly size: number
  readonly stretches: readonly { readonly artifact: ArtifactId; readonly start: number; readonly end: number }[]
}

export interface SideFile {
  readonly path: string
  readonly artifact: ArtifactId
  readonly size: number
  readonly at: string
}

export interface SourceNote {
  readonly path: string
  readonly session: SessionId
  readonly size: number
  /** Nanoseconds as decimal digits: more than a number holds. */
  readonly modified: string
  readonly inode: string
  /** Whether every byte recorded of it was compared with it then; else some were taken on trust. */
  readonly proven: boolean
}

export interface KnownSource extends SourceNote {
  /**
   * Another text as soon as anybody changed what the next capture of the path goes on from: what the path looked like,
   * its session's head, tail and source, where the parser is.
   */
  readonly mark: string
}
