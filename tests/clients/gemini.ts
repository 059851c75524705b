import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import {
  type GeminiApi,
  type GeminiContent,
  type GeminiRequest,
  type GeminiStep,
  startGeminiApi,
} from './gemini-api.ts'
import { findGemini, GEMINI_VERSION } from './install.mjs'
import { type ProcessResult, runProcess } from './run-process.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** A fresh home with the client's folder, and a small project that the client knows. */
export interface GeminiBox {
  readonly root: string
  readonly home: string
  readonly project: string
  readonly chats: string
  remove(): Promise<void>
}

export async function openGeminiBox(): Promise<GeminiBox> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'stet-gemini-')))
  const home = join(root, 'home')
  const project = join(root, 'project')
  const folder = join(home, '.gemini')
  const chats = join(folder, 'tmp', 'project', 'chats')
  for (const dir of [project, chats]) await mkdir(dir, { recursive: true })
  await writeFile(join(folder, 'projects.json'), JSON.stringify({ projects: { [project]: 'project' } }))
  await writeFile(join(folder, 'tmp', 'project', '.project_root'), project)
  await writeFile(join(project, 'a.txt'), 'hello\nworld\n')
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: project, env: { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' } })
  git('init', '-q', '-b', 'main')
  return {
    root,
    home,
    project,
    chats,
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}

export interface GeminiOptions {
  readonly script?: readonly GeminiStep[]
  /** Part of the window from which on the client compacts. */
  readonly compressionThreshold?: number
  readonly timeoutMs?: number
}

export interface GeminiRun extends ProcessResult {
  readonly requests: readonly GeminiRequest[]
}

/** Runs the client once in a box, against a mock of its own. Of our environment it inherits PATH alone. */
export async function runGemini(
  box: GeminiBox,
  args: readonly string[],
  options: GeminiOptions = {},
): Promise<GeminiRun> {
  const program = findGemini()
  if (!program)
    throw new Error(`Gemini CLI ${GEMINI_VERSION} is not installed: run \`node tests/clients/install.mjs\`.`)
  const { script = [], timeoutMs = 90_000 } = options
  const api = await startGeminiApi(script)
  try {
    const env = await geminiEnv(box, api, options)
    const ended = await runProcess(process.execPath, [program, ...UNASKED, ...args], {
      cwd: box.project,
      env,
      timeoutMs,
    })
    return { ...ended, requests: api.requests }
  } finally {
    await api.close()
  }
}

/** Opens the client for a person at a terminal. */
export async function openGemini(box: GeminiBox, api: GeminiApi): Promise<Terminal> {
  const env = await geminiEnv(box, api)
  const terminal = openTerminal([process.execPath, findGemini()!, ...UNASKED], { cwd: box.project, env })
  await terminal.until((screen) => screen.includes('Type your message'))
  return terminal
}

const UNASKED = ['-y', '--skip-trust', '-m', 'gemini-2.5-pro']

/** Writes the client's settings, and returns its environment. */
export async function geminiEnv(box: GeminiBox, api: GeminiApi, { compressionThreshold = 0.9 }: GeminiOptions = {}) {
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false, disableUpdateNag: true },
    model: { compressionThreshold },
  }
  await writeFile(join(box.home, '.gemini', 'settings.json'), JSON.stringify(settings))
  return {
    PATH: process.env.PATH ?? '',
    HOME: box.home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    TERM: 'dumb',
    NO_PROXY: '127.0.0.1',
    GEMINI_API_KEY: 'fake-key',
    GOOGLE_GEMINI_BASE_URL: api.url,
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }
}

export const PROMPT = 'RESUME-CHECK-PROMPT'

export interface GeminiResumed extends GeminiRun {
  /** The client ended well and the API was asked with the new prompt. */
  readonly ok: boolean
  readonly sessionId: string
  /** What the API got with the new prompt; undefined when it was never asked. */
  readonly contents: readonly GeminiContent[] | undefined
}

/** Resumes a session's file in the real client, in a box of its own, and tells what the API received. */
export async function resumeGemini(file: string, options: GeminiOptions = {}): Promise<GeminiResumed> {
  const box = await openGeminiBox()
  try {
    const text = await readFile(file, 'utf8')
    const { sessionId } = JSON.parse(text.startsWith('{\n') ? text : text.split('\n', 1)[0]!)
    const name = `session-2026-01-01T00-00-${String(sessionId).slice(0, 8)}${extname(file)}`
    await writeFile(join(box.chats, name), text)
    const ran = await runGemini(box, ['--resume', sessionId, '-p', PROMPT], options)
    const asked = ran.requests.find(({ body }) => JSON.stringify(body.contents ?? []).includes(PROMPT))
    const contents = asked?.body.contents
    return { ...ran, ok: ran.exitCode === 0 && contents !== undefined, sessionId, contents }
  } finally {
    await box.remove()
  }
}

/** The session that was gone on with: its file holds most. */
export async function sessionIn({ chats }: GeminiBox): Promise<{ readonly id: string; readonly text: string }> {
  const texts = await Promise.all((await readdir(chats)).map((name) => readFile(join(chats, name), 'utf8')))
  const text = texts.sort((a, b) => b.length - a.length)[0]!
  return { id: JSON.parse(text.split('\n', 1)[0]!).sessionId, text }
}
