import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findNode, findPi, NODE_VERSIONS, PI_VERSIONS } from './install.mjs'
import { type ApiMessage, type RecordedRequest, type Reply, startMockApi } from './mock-api.ts'
import { type ProcessResult, runProcess } from './run-process.ts'

/** A fresh home with the client's folder, and a small project. */
export interface PiBox {
  readonly root: string
  readonly home: string
  readonly project: string
  /** The client's folder for sessions of the project. */
  readonly sessions: string
  remove(): Promise<void>
}

export async function openPiBox(): Promise<PiBox> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'stet-pi-')))
  const home = join(root, 'home')
  const project = join(root, 'project')
  const sessions = join(home, '.pi', 'agent', 'sessions', `--${project.slice(1).replaceAll('/', '-')}--`)
  for (const dir of [project, sessions]) await mkdir(dir, { recursive: true })
  await writeFile(join(project, 'a.txt'), 'hello\nworld\n')
  const remove = () => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  return { root, home, project, sessions, remove }
}

export interface PiOptions {
  readonly version?: string
  readonly script?: readonly Reply[]
  /** Settings of the client, such as when it compacts. */
  readonly settings?: object
  readonly timeoutMs?: number
}

export interface PiRun extends ProcessResult {
  readonly requests: readonly RecordedRequest[]
}

/** Runs the client once in a box, against a mock of its own. Of our environment it inherits PATH alone. */
export async function runPi(
  box: PiBox,
  args: readonly string[],
  { version = PI_VERSIONS[0]!, script = [], settings = {}, timeoutMs = 90_000 }: PiOptions = {},
): Promise<PiRun> {
  const program = findPi(version)
  if (!program) throw new Error(`pi ${version} is not installed: run \`node tests/clients/install.mjs\`.`)
  const node = nodeFor(version)
  const api = await startMockApi(script)
  try {
    const models = [MODEL]
    const mock = { baseUrl: api.url, api: 'anthropic-messages', apiKey: 'fake', models }
    const agent = join(box.home, '.pi', 'agent')
    await writeFile(join(agent, 'models.json'), JSON.stringify({ providers: { mock } }))
    await writeFile(join(agent, 'settings.json'), JSON.stringify(settings))
    const ended = await runProcess(node, [program, '--offline', '--provider', 'mock', '--model', MODEL.id, ...args], {
      cwd: box.project,
      env: {
        PATH: `${dirname(node)}:${process.env.PATH ?? ''}`,
        HOME: box.home,
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        TERM: 'dumb',
        NO_PROXY: '127.0.0.1',
        PI_OFFLINE: '1',
        PI_TELEMETRY: '0',
      },
      timeoutMs,
    })
    return { ...ended, requests: api.requests }
  } finally {
    await api.close()
  }
}

const MODEL = {
  id: 'mock-model',
  reasoning: true,
  input: ['text', 'image'],
  contextWindow: 200_000,
  maxTokens: 8000,
}

/** Versions from 0.87 on need a newer Node than the one that runs the tests. */
function nodeFor(version: string): string {
  if (version.startsWith('0.7')) return process.execPath
  const newer = findNode(NODE_VERSIONS.at(-1)!)
  if (!newer) throw new Error(`pi ${version} needs Node ${NODE_VERSIONS.at(-1)}, which is not installed.`)
  return newer
}

export const PROMPT = 'RESUME-CHECK-PROMPT'

export interface PiResumed extends PiRun {
  /** The client ended well and the API was asked with the new prompt. */
  readonly ok: boolean
  /** What the API got with the new prompt; undefined when it was never asked. */
  readonly messages: readonly ApiMessage[] | undefined
  /** The session's file afterwards. */
  readonly after: string
}

/** Resumes a session's file in the real client, in a box of its own, and tells what the API received. */
export async function resumePi(file: string, options: PiOptions = {}): Promise<PiResumed> {
  const box = await openPiBox()
  try {
    const target = join(box.sessions, '2026-01-01T00-00-00-000Z_resumed.jsonl')
    await writeFile(target, inFolder(await readFile(file, 'utf8'), box.project))
    const ran = await runPi(box, ['--session', target, '-p', PROMPT], options)
    const main = ran.requests.find(({ body }) => JSON.stringify(body.messages ?? []).includes(PROMPT))
    // A file that the client cannot read is no error to it: it begins anew, with the prompt alone.
    const messages = main && main.body.messages!.length > 1 ? main.body.messages : undefined
    return { ...ran, ok: ran.exitCode === 0 && messages !== undefined, messages, after: await readFile(target, 'utf8') }
  } finally {
    await box.remove()
  }
}

/** The client refuses a session of a folder that is not there. */
function inFolder(text: string, folder: string): string {
  const [first = '', ...rest] = text.split('\n')
  return [JSON.stringify({ ...JSON.parse(first), cwd: folder }), ...rest].join('\n')
}

/** The only session of a box. */
export async function sessionOf({ sessions }: PiBox): Promise<{ readonly path: string; readonly text: string }> {
  const [name] = await readdir(sessions)
  const path = join(sessions, name!)
  return { path, text: await readFile(path, 'utf8') }
}
