import type { Holder } from '../model/grant.ts'
import type { Settings } from '../model/settings.ts'
import type { Follower } from './capture/follower.ts'
import type { WarmSessions } from './capture/warm-sessions.ts'
import type { SearchIndex } from './indexing/search-index.ts'
import type { KeptContexts } from './reading/kept-contexts.ts'
import type { Inside } from './running/inside.ts'
import type { Store } from './store.ts'

/** What a process opens once and every request shares. */
export interface Resources {
  readonly store: Store
  /** Whether other machines use the same store; what is in the folder of the record is this machine's own all the same. */
  readonly isShared?: boolean
  /** The folder of the record; absent where nothing is kept next to it. */
  readonly storeDir?: string | undefined
  /** Where what is recorded can be found by its words; absent where nobody looks for it. */
  readonly search?: SearchIndex | undefined
  /** What is kept between captures of the same file; absent where none comes twice. */
  readonly warm?: WarmSessions
  /** What was read of sessions lately; absent where nobody asks twice. */
  readonly contexts?: KeptContexts
  /** Where hooks of running clients keep what they need to know again; absent where there are none. */
  readonly liveDir?: string | undefined
  /** What is done by itself with what is captured, beside what the record does. */
  readonly followers?: readonly Follower[]
  /** Has what was captured sent to remotes, after this process or beside it; absent where nobody does. */
  readonly pushSoon?: (() => void) | undefined
  /** Each client's configuration folder, by the client's name. */
  readonly configDirs: Readonly<Record<string, string>>
}

/** What belongs to one command, HTTP call or tool call. */
export interface Request {
  /** Who runs the agents here: `<user>@<host>`. */
  readonly user: string
  readonly machine: string
  /** Whose token it came with; absent where the owner of the record asks. */
  readonly holder?: Holder | undefined
  /** Whose the files of this machine are, where somebody else asks: what is captured of them stays theirs. */
  readonly owner?: { readonly user: string; readonly machine: string } | undefined
  /** The worker that sessions cut here are numbered for; absent outside of one. */
  readonly worker?: string | undefined
  readonly cwd: string
  readonly clock: () => Date
  /** Makes the ids of new sessions; absent where they are as their client makes them. */
  readonly newId?: () => string
  /** Ends what takes long before its time; absent where nobody does. */
  readonly signal?: AbortSignal | undefined
  /** What the user set, read when it is first wanted; absent where nothing can be. */
  readonly settings?: () => Promise<Settings>
  /** The agent that asks, and the session it is in; absent where nobody looks. */
  readonly inside?: (() => Promise<Inside | undefined>) | undefined
}

/** Everything an action works with. Shells make one from the environment; the library never looks around by itself. */
export interface Workspace extends Resources, Request {}

/** The same resources for another request: a process that stays makes one for each call. */
export function forRequest(workspace: Workspace, request: Partial<Request>): Workspace {
  return { ...workspace, ...request }
}
