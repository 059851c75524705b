import type { CommitId, SessionId } from '../../model/id.ts'
import type { RoundText } from '../../model/round-text.ts'
import type { Store } from '../store.ts'
import type { WarmSessions } from './warm-sessions.ts'

/** What a capture works with. */
export interface CaptureContext {
  readonly store: Store
  /** What is kept between captures of the same file; absent where none comes twice. */
  readonly warm?: WarmSessions
  /** Who runs the agents here: `<user>@<host>`. */
  readonly user: string
  readonly machine: string
  readonly cwd: string
  readonly clock: () => Date
  /** What the session of a client's id was started as, where that is known. */
  readonly startedAs?: (clientId: string) => string | undefined
  /** Begins to tell somebody what a session gains; absent where nobody wants to know. */
  readonly follow?: (session: SessionId, from: Reached | 'start') => Promise<Follower>
}

/** How far a session is recorded. */
export interface Reached {
  readonly head: CommitId | null
  readonly bytes: number
}

/** Is told what was said in the rounds of a session, after it was recorded. The record does not depend on it. */
export interface Follower {
  add(texts: readonly RoundText[], to: { readonly head: CommitId; readonly bytes: number }): Promise<void>
  /** True when it has all that was added. */
  flush(): Promise<boolean>
}
