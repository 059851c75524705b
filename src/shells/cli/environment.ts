import { existsSync, fstatSync, realpathSync, statSync } from 'node:fs'
import { homedir, hostname, userInfo } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import type { SettingSources } from '../../actions/config/read-settings.ts'
import type { ConfigDir } from '../../model/config-dir.ts'
import { Failure } from '../../model/errors.ts'
import { ERR, OUT } from './output.ts'

/** What the shell knows of the world around it. The only file of this shell that looks. */
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
  /** The commit that the agent who runs this is at, and its session, where something that runs agents said so. */
  readonly agent: { readonly contextId: string | undefined; readonly session: string | undefined }
  /** Whether this runs inside a session that Stet itself started to have something summarized. */
  readonly isSummarizer: boolean
  /** Show stacks of unexpected errors. */
  readonly debug: boolean
  readonly stdin: () => AsyncIterable<Uint8Array>
}

/** Where whatever runs agents, and clients to the commands they run, say which session that is. */
const SESSIONS = ['STET_SESSION_ID', 'CLAUDE_CODE_SESSION_ID', 'CODEX_SESSION_ID']

export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const home = given(env.HOME) ?? homedir()
  const cwd = currentFolder()
  const storeDir = resolve(cwd, given(env.STET_HOME) ?? join(home, '.stet'))
  const outIsTerminal = isTerminal(OUT)
  const columns = Math.max(40, (outIsTerminal && process.stdout.columns) || Number(given(env.COLUMNS)) || 80)
  return {
    home,
    cwd,
    storeDir,
    store: given(env.STET_STORE),
    objectKeys: objectKeysIn(env),
    trustedStores: (given(env.STET_TRUSTED_STORE)?.split(delimiter) ?? []).map((path) => resolve(cwd, path)),
    worker: given(env.STET_WORKER_ID),
    configFile: join(storeDir, 'config.toml'),
    settingSources: () => ({
      variables: Object.fromEntries(
        Object.entries(env).flatMap(([name, value]) => (value && /^STET_[A-Z]+_/.test(name) ? [[name, value]] : [])),
      ),
      files: [...projectFiles(cwd, home), { path: join(storeDir, 'config.toml'), kind: 'user' as const }].filter(
        ({ path }) => existsSync(path),
      ),
    }),
    configDir: ({ variable, folder, namesHome }) => {
      const named = given(env[variable])
      return resolve(cwd, named === undefined ? join(home, folder) : namesHome ? join(named, folder) : named)
    },
    columns,
    lineColumns: outIsTerminal || given(env.COLUMNS) !== undefined ? columns : Number.POSITIVE_INFINITY,
    rows: outIsTerminal ? process.stdout.rows : undefined,
    pager: env.STET_PAGER ?? env.PAGER ?? 'less',
    outIsTerminal,
    errIsTerminal: isTerminal(ERR),
    mayColor: given(env.NO_COLOR) === undefined && env.TERM !== 'dumb',
    hasDisplay: displayIn(env),
    platform: process.platform,
    packageRoot: join(__dirname, '..'),
    node: process.execPath,
    clientPid: Number(given(env.STET_CLIENT_PID)) || undefined,
    isFromHook: given(env.STET_QUICK_HOOK) !== undefined,
    agent: {
      contextId: given(env.STET_CONTEXT_ID),
      session: SESSIONS.map((name) => given(env[name])).find((id) => id !== undefined),
    },
    stdin: () => process.stdin,
    isSummarizer: given(env.STET_SUMMARIZER) !== undefined,
    debug: given(env.STET_DEBUG) !== undefined && env.STET_DEBUG !== '0',
  }
}

/** Who runs the agents here: `<user>@<host>`. */
export function readPrincipal(env: NodeJS.ProcessEnv = process.env): {
  readonly user: string
  readonly machine: string
} {
  const machine = hostname()
  return { user: `${given(env.USER) ?? userName()}@${machine}`, machine }
}

/** The settings of the project: those of the nearest folder that has any, up to the user's own. */
function projectFiles(cwd: string, home: string): SettingSources['files'] {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = PROJECT_FILES.map(({ name, kind }) => ({ path: join(folder, name), kind })).filter(({ path }) =>
      existsSync(path),
    )
    if (found.length > 0 || folder === home || folder === dirname(folder)) return found
  }
}

/** Stet's own, and that of a tool that starts workers, which has the same table for contexts. */
const PROJECT_FILES = [
  { name: '.stet.toml', kind: 'project' },
  { name: '.work.toml', kind: 'other-tool' },
] as const

function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value
}

function objectKeysIn(env: NodeJS.ProcessEnv): Environment['objectKeys'] {
  const accessKeyId = given(env.STET_S3_ACCESS_KEY_ID) ?? given(env.AWS_ACCESS_KEY_ID)
  const secretAccessKey = given(env.STET_S3_SECRET_ACCESS_KEY) ?? given(env.AWS_SECRET_ACCESS_KEY)
  return accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey }
}

/** Over SSH the browser would open on the other machine. */
function displayIn(env: NodeJS.ProcessEnv): boolean {
  if (given(env.SSH_CONNECTION) !== undefined) return false
  return process.platform === 'darwin' || (given(env.DISPLAY) ?? given(env.WAYLAND_DISPLAY)) !== undefined
}

function currentFolder(): string {
  try {
    return realpathSync.native(process.cwd())
  } catch (error) {
    throw new Failure('file-not-found', 'The folder this runs in does not exist any more.', {
      hint: 'cd to another folder and try again.',
      cause: error,
    })
  }
}

/** Whether a person reads there. The file is asked first: Node's own answer has to load its streams. */
function isTerminal(descriptor: typeof OUT | typeof ERR): boolean {
  try {
    const file = fstatSync(descriptor)
    if (!file.isCharacterDevice() || file.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev) return false
  } catch {
    return false // the descriptor is closed
  }
  return (descriptor === OUT ? process.stdout : process.stderr).isTTY === true
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown' // a user id without an entry, as in some containers
  }
}
