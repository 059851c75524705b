import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** What is installed as `stet`: it starts the bundle. */
const BUNDLE = join(ROOT, 'bin/stet')

export const WORDS = '5e55a001-0000-4000-8000-000000000001'
/** A session with a long tool result; not among the box's own. */
export const LONG = '5e55c003-0000-4000-8000-000000000003'
export const HOSTILE = '5e55b002-0000-4000-8000-000000000002'

export interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A machine of its own: a home with sessions of a client, a project to be in, and nothing else. */
export interface Box {
  readonly root: string
  readonly home: string
  readonly cwd: string
  /** Runs the built bundle; paths of the box are shown as <box>. */
  readonly stet: (...args: readonly string[]) => Ran
  readonly json: (...args: readonly string[]) => unknown
  /** Runs a shell line in which $STET is the bundle. */
  readonly shell: (line: string) => Ran
  /** Starts the bundle, sends it the signal after some time, and waits for its end. */
  readonly interrupt: (after: number, ...args: readonly string[]) => Promise<Ran>
  readonly put: (path: string, content: string) => string
  /** Every path below the box with its size, without what is below these. */
  readonly listing: (...without: readonly string[]) => readonly string[]
  readonly remove: () => void
}

/** Builds the bundle the tests run. */
export function buildBundle(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the bundle cannot be built:\n${stderr}`)
}

export function openBox({ sessions = true } = {}): Box {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'stet-cli-'))
  const home = join(root, 'home')
  const cwd = join(home, 'project')
  for (const folder of [cwd, join(root, 'tmp'), join(root, 'elsewhere')]) mkdirSync(folder, { recursive: true })
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    USER: 'ada',
    COLUMNS: '80',
    TZ: 'UTC',
    TMPDIR: join(root, 'tmp'),
    STET_HOME: join(home, '.stet'),
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    STET: `${process.execPath} ${BUNDLE}`,
  }
  const options = { cwd, env, encoding: 'utf8', timeout: 240_000 } as const
  const neutral = (text: string) => text.replaceAll(root, '<box>')
  const ran = ({ status, stdout, stderr }: Pick<SpawnSyncReturns<string>, 'status' | 'stdout' | 'stderr'>): Ran => ({
    status,
    stdout: neutral(stdout),
    stderr: neutral(stderr),
  })
  const stet = (...args: readonly string[]) => ran(spawnSync(process.execPath, [BUNDLE, ...args], options))
  const put = (path: string, content: string) => {
    const place = join(root, path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, content)
    const old = new Date('2025-03-20T00:00:00Z') // else the session would be live
    utimesSync(place, old, old)
    return place
  }
  if (sessions) {
    const project = 'home/.claude/projects/-project'
    put(`${project}/${WORDS}.jsonl`, fixture('words', cwd))
    put(`${project}/${WORDS}/subagents/agent-a11ce0001.jsonl`, fixture('subagent', cwd))
    put(`${project}/${HOSTILE}.jsonl`, fixture('hostile', cwd))
  }
  return {
    root,
    home,
    cwd,
    stet,
    json: (...args) => JSON.parse(stet(...args, '--json').stdout),
    shell: (line) => ran(spawnSync('bash', ['-c', line], options)),
    interrupt: (after, ...args) =>
      new Promise((done) => {
        const child = spawn(process.execPath, [BUNDLE, ...args], { cwd, env })
        let stdout = ''
        let stderr = ''
        child.stdout.on('data', (data) => (stdout += data))
        child.stderr.on('data', (data) => (stderr += data))
        setTimeout(() => child.kill('SIGINT'), after)
        child.on('close', (status) => done(ran({ status, stdout, stderr })))
      }),
    put,
    listing: (...without) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((path) => !without.some((one) => path === one || path.startsWith(`${one}/`)))
        .map((path) => `${path} ${statSync(join(root, path)).isFile() ? statSync(join(root, path)).size : ''}`)
        .sort(),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** What a person sees: the output, then what went to stderr, then the exit status unless it is 0. */
export function seen({ status, stdout, stderr }: Ran): string {
  return `${stdout}${stderr}${status === 0 ? '' : `[${status}]\n`}`
}

export function fixture(name: string, cwd: string): string {
  return readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8').replaceAll('@CWD@', cwd)
}
