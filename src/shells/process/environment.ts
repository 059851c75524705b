import { existsSync, fstatSync, realpathSync, statSync } from 'node:fs'
import { homedir, hostname, userInfo } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import type { Environment } from '../../commands/kit/call.ts'
import { Failure } from '../../model/errors.ts'
import type { SettingSources } from '../../record/settings/read-settings.ts'
import { ERR, OUT } from './output.ts'

/** Looks at the world around the shell; the only file of this shell that does. */
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
    configDir: ({ variable, folder, namesHome, inside = '' }) => {
      const named = given(env[variable])
      const at = named === undefined ? join(home, folder) : namesHome ? join(named, folder) : named
      return resolve(cwd, join(at, inside))
    },
    columns,
    lineColumns: outIsTerminal || given(env.COLUMNS) !== undefined ? columns : Number.POSITIVE_INFINITY,
    rows: outIsTerminal ? process.stdout.rows : undefined,
    pager: env.STET_PAGER ?? env.PAGER ?? 'less',
    outIsTerminal,
    errIsTerminal: isTerminal(ERR),
    isAtTerminal: outIsTerminal && process.stdin.isTTY === true,
    mayColor: given(env.NO_COLOR) === undefined && env.TERM !== 'dumb',
    hasDisplay: displayIn(env),
    platform: process.platform,
    packageRoot: join(__dirname, '..'),
    node: process.execPath,
    clientPid: Number(given(env.STET_CLIENT_PID)) || undefined,
    isFromHook: given(env.STET_QUICK_HOOK) !== undefined,
    contextId: given(env.STET_CONTEXT_ID),
    inside: async ({ isServer } = { isServer: false }) => {
      const { insideOf } = await import('../../record/running/inside.ts')
      return insideOf({ storeDir, parent: process.ppid, variable: (name) => given(env[name]), isServer })
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
    throw new Failure('file-not-found', 'The current folder no longer exists.', {
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
