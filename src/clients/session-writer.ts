import type { BlockDraft } from '../model/block.ts'
import type { Entry } from '../model/entry.ts'
import type { LineEdits } from '../model/line-edits.ts'

export interface WriterTarget {
  readonly sessionId: string
  readonly cwd: string | null
  /** The time of what has none and stands in front of the first that has one. */
  readonly at: string
}

/** What a new session begins with. */
export interface SessionStart {
  /** Where the session comes from; the client must not read it as something said. */
  readonly note: Readonly<Record<string, unknown>>
  /** What other tools read of it, where the client's files have a place for that. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** The source's lines of `Context.head`. */
  readonly head: readonly Buffer[]
  /** A name for a session without one of its own: else the client may call it by the first thing said in it. */
  readonly title: string | null
}

/** Writes a session that the client resumes, one line after the other, each linked to the one before. */
export interface SessionWriter {
  begin(start: SessionStart): Buffer
  /** A line of the client's own as it is to be in the new session; empty where nothing of it is left. */
  keep(entry: Entry, bytes: Buffer, edits?: LineEdits): Buffer
  /** A message of Stet's own, and what the agent answers. */
  say(text: string, answer: string | null, at: string | null): Buffer
  /**
   * Blocks of another client's session, of one line of it, in this client's own form; a `note` is the summary of a
   * compaction. What a person says in it begins no round where it `goesOn`. Absent where nothing can be translated for the
   * client.
   */
  render?(blocks: readonly BlockDraft[], at: string | null, goesOn?: boolean): Buffer
  /** What `render` holds back, because more may belong to it; asked for before anything else but `interrupted` is written. */
  rest?(): Buffer
  /** The answer to a call that was never answered, in the words of the client. */
  interrupted(call: string, at: string | null): Buffer
  /** What is written last; `context` are the tokens that the new context holds. */
  end(context: number): Buffer
}
