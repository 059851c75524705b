import type { SessionId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'

/** What of a session is new, and whether all of it is. */
export interface Growth {
  readonly newBytes: number
  readonly isNew: boolean
}

/** What is done by itself with what one capture brings. Each returns what the user should mind. */
export interface Following {
  /** For each session that grew. */
  readonly grown?: (session: Session, growth: Growth) => Promise<readonly string[]>
  /** When every file is captured. */
  readonly finished?: () => readonly string[]
  /** After that; may have further files captured. */
  readonly settle?: (capture: (path: string) => Promise<SessionId | undefined>) => Promise<void>
}

/** Made for each capture. The record is given its followers once, when it is opened. */
export type Follower = (workspace: Workspace, asked: { readonly engagement?: string | undefined }) => Following
