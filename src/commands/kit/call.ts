import type { Commit } from '../../model/commit.ts'
import type { ConfigDir } from '../../model/config-dir.ts'
import type { Exact, ExactBytes, Masked, MaskedBytes } from '../../model/passed.ts'
import type { Session } from '../../model/session.ts'
import type { Inside } from '../../record/running/inside.ts'
import type { SettingSources } from '../../record/settings/read-settings.ts'
import type { Workspace } from '../../record/workspace.ts'
import type { WorkspaceOptions } from '../../workspace/open-workspace.ts'
import type { Screen } from './text/screen.ts'

/** What a command is called with, whichever shell it comes from. */
export interface Call<I> {
  readonly input: I
  /** Only says what would be done. */
  readonly dryRun: boolean
  readonly signal: AbortSignal
  readonly progress: Progress
  /**
   * The open workspace, closed when the command has ended. With `onlyLooks` a record that does not exist is an empty
   * one, and is not made.
   */
  readonly workspace: (use?: { readonly onlyLooks: boolean }) => Promise<Workspace>
  /** What a user names, as far as the shell lets him: outside a terminal no file but a client's own is read. */
  readonly session: (reference: string) => Promise<Session>
  readonly sessions: (references: readonly string[]) => Promise<readonly Session[]>
  readonly commit: (reference: string) => Promise<Commit>
  /** The folder of this machine's own record, if it has one. */
  readonly storeDir: string | undefined
  /** Where the user's own commands print to. */
  readonly heard: (output: Uint8Array) => void
  /** The terminal that it comes from; absent where it comes from a program. */
  readonly terminal?: Terminal | undefined
}

/** What only a terminal has. */
export interface Terminal {
  readonly json: boolean
  readonly environment: Environment
  /** What a workspace is opened with, for a command that must not open the store itself. */
  readonly workspaceOptions: () => Promise<WorkspaceOptions>
  /** Prints before the answer, for people only. */
  readonly say: (text: (screen: Screen) => string) => Promise<void>
  /** Prints on stderr, also with `--json`. */
  readonly warn: (text: Masked) => void
  readonly shells: Shells
}

export interface TerminalCall<I> extends Call<I>, Terminal {
  readonly storeDir: string
}

/** What commands ask of the shells themselves. */
export interface Shells {
  readonly version: string
  /** Answers an agent on stdin and stdout until it goes away. */
  readonly serveMcp: (open: () => Promise<Workspace>, signal: AbortSignal) => Promise<void>
  readonly mcpConfig: (
    client: string,
  ) => Promise<{ readonly client: string; readonly where: string; readonly text: string }>
  /** Serves commands and the viewer's page until Ctrl-C. */
  readonly servePage: (where: PagePlace, how: PageUse) => Promise<Answer>
  /** The script that teaches a shell to complete `stet`. */
  readonly completionScript: (shell: string) => Promise<string>
  readonly hookInput: () => Promise<unknown>
  readonly statusLine: () => Promise<{ readonly value: unknown; readonly text: (isColored: boolean) => string }>
}

/** Where a server listens, and whether it logs. */
export interface PagePlace {
  readonly port: number | undefined
  readonly socket: string | undefined
  readonly log: boolean
}

export interface PageUse {
  /** What of the page is shown first. */
  readonly page: string
  /** Whether a browser is to show it, and whether sessions are captured as they grow. */
  readonly opens: boolean
  readonly watches: boolean
}

/** One line that says how far the work is. It is there only for people who are watching. */
export interface Progress {
  /** Files or other things done and to be done, and bytes where they are counted. */
  readonly update: (now: {
    readonly done: number
    readonly total: number
    readonly what: string
    readonly bytes?: number
  }) => void
  /** Takes the line away, so that what is printed next has its own line. */
  readonly clear: () => void
}

/** What a command says: one JSON value with its text for people, the same bit by bit where it may be long, or bytes as they are. */
export type Answer =
  | {
      readonly value: unknown
      /** The value that `--json` prints, where that is another. */
      readonly printed?: unknown
      /** Its text, made of what it is called with: the value with its secrets masked, unless the answer is exact. */
      readonly text: (screen: Screen, shown: never) => string
      /** Only what may be given as it was recorded has it; see redaction/exactly.ts. */
      readonly exact?: Exactly | undefined
      /** What went wrong with some of it, for people, on stderr. */
      readonly failures?: (screen: Screen) => string
      readonly exit?: number
      /** Work that nobody at a terminal has to wait for; programs are answered when it is done. */
      readonly afterwards?: () => Promise<void>
      /** Keys that only programs get, which take longer to find out. */
      readonly extra?: () => Promise<object>
      /** A command line to run when everything is written and the store is closed; in this folder if it is there. */
      readonly exec?: Exec
    }
  | {
      readonly items: AsyncIterable<Item>
      readonly json: readonly [before: string, after: string]
      readonly none: string
      readonly exact?: Exactly | undefined
    }
  | {
      readonly stream: AsyncIterable<MaskedBytes | ExactBytes>
      /** How a program is to keep it. */
      readonly document?: { readonly type: string; readonly name: string }
    }

export interface Exec {
  readonly command: string
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** One of several values that are printed one after the other, in a list where it is JSON. */
export interface Item {
  readonly value: unknown
  readonly text: (screen: Screen, shown: never) => string
}

/** How a whole text passes as it is: as recorded, or because it is Stet's own. */
type Exactly = (text: string) => Exact | Masked

/** What the shell knows of the world around it. */
export interface Environment {
  readonly home: string
  readonly cwd: string
  readonly storeDir: string
  /** The record to use where no option names one: a folder, or the address of a shared store. */
  readonly store: string | undefined
  /** Those of the object store that a shared store may keep its bytes in. Never read from a file. */
  readonly objectKeys: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
  /** Folders of records that are used though they belong to somebody else. */
  readonly trustedStores: readonly string[]
  /** What the user set. Always in his own folder: a record that somebody else made must not have commands run. */
  readonly configFile: string
  /** Everything that may set something, the nearest to the work first. */
  readonly settingSources: () => SettingSources
  /** The worker this runs for, where something that runs workers said so. */
  readonly worker: string | undefined
  /** A client's own folder. */
  readonly configDir: (client: ConfigDir) => string
  /** Columns of the terminal, 80 where there is none. */
  readonly columns: number
  /** What a line of a list may take: the terminal's width, or that of $COLUMNS; in a pipe lines are whole. */
  readonly lineColumns: number
  /** Lines of the terminal; undefined where there is none. */
  readonly rows: number | undefined
  /** What long lists are printed with on a terminal: $STET_PAGER, $PAGER, or less. */
  readonly pager: string
  readonly outIsTerminal: boolean
  readonly errIsTerminal: boolean
  /** A person can use a program here: both what it reads and what it prints are a terminal. */
  readonly isAtTerminal: boolean
  readonly mayColor: boolean
  /** Whether a browser can be opened where the user sees it. */
  readonly hasDisplay: boolean
  readonly platform: NodeJS.Platform
  /** The folder of Stet's own package, and the Node that runs it. */
  readonly packageRoot: string
  readonly node: string
  /** The client whose hook this is, by its process; undefined where none is. */
  readonly clientPid: number | undefined
  /** Whether the quick hook has run before and only the record is left to do. */
  readonly isFromHook: boolean
  /** The commit that the agent who runs this is at, where something that runs agents said so. */
  readonly contextId: string | undefined
  /** The agent that runs this, and the session it is in. */
  readonly inside: (how?: { readonly isServer: boolean }) => Promise<Inside | undefined>
  /** Whether this runs inside a session that Stet itself started to have something summarized. */
  readonly isSummarizer: boolean
  /** Show stacks of unexpected errors. */
  readonly debug: boolean
  readonly stdin: () => AsyncIterable<Uint8Array>
}
