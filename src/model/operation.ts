import type { SessionId } from './id.ts'
import type { OperationKind, Plan } from './plan.ts'

/** A session file that an operation wrote, as it was then. */
export interface OperationOutput {
  readonly session: SessionId
  readonly path: string
  readonly bytes: number
  /** When it was written, in nanoseconds as decimal digits: as long as the file says so, nobody went on in it. */
  readonly modified: string
  /** The session whose file was there before; an undo writes that there again. */
  readonly replaced?: SessionId
  /** Its place among the sessions of the operation's worker; given when the operation is recorded. */
  readonly number?: number
}

/** What is known of a session's end apart from when and why. */
export interface SessionEnding {
  readonly session: SessionId
  readonly context: number | null
  readonly summary: string | null
}

/** An operation that was carried out, with its plans. Written once; it may be marked as undone. */
export interface Operation {
  readonly id: string
  readonly kind: OperationKind
  readonly at: string
  readonly by: string
  readonly sources: readonly SessionId[]
  readonly plans: readonly Plan[]
  readonly outputs: readonly OperationOutput[]
  /** Whose sessions these are; absent where nobody said. Those of a source stay its own. */
  readonly worker?: string | undefined
  /** How full sources were when they ended with this, in percent, and the handoff that was written; absent where unknown, empty where they go on. */
  readonly endings?: readonly SessionEnding[] | undefined
  readonly undoneAt: string | null
}
