import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { CODEX_VERSION, findCodex } from './install.mjs'
import {
  type ResponseItem,
  type ResponseStep,
  type ResponsesApi,
  type ResponsesRequest,
  startResponsesApi,
} from './responses-api.ts'
import { type ProcessResult, runProcess } from './run-process.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** A fresh home with the client's folder, and a small project. */
export interface CodexBox {
  readonly root: string
  readonly home: string
  readonly project: string
  readonly sessions: string
  remove(): Promise<void>
}

export async function openCodexBox(): Promise<CodexBox> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'stet-codex-')))
  const home = join(root, 'home')
  const project = join(root, 'project')
  const sessions = join(home, '.codex', 'sessions')
  for (const dir of [project, sessions]) await mkdir(dir, { recursive: true })
  await writeFile(join(project, 'a.txt'), 'hello\nworld\n')
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: project, env: { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' } })
  git('init', '-q', '-b', 'main')
  return {
    root,
    home,
    project,
    sessions,
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}

export interface CodexOptions {
  readonly script?: readonly ResponseStep[]
  /** The provider that is configured; the client refuses sessions of another one. */
  readonly provider?: string
  /** Lines of configuration next to those that every run has. */
  readonly config?: readonly string[]
  readonly timeoutMs?: number
}

export interface CodexRun extends ProcessResult {
  readonly requests: readonly ResponsesRequest[]
}

/** Runs the client once in a box, against a mock of its own. Of our environment it inherits PATH alone. */
export async function runCodex(box: CodexBox, args: readonly string[], options: CodexOptions = {}): Promise<CodexRun> {
  const binary = findCodex()
  if (!binary) throw new Error(`Codex ${CODEX_VERSION} is not installed: run \`node tests/clients/install.mjs\`.`)
  const { script = [], timeoutMs = 90_000 } = options
  const api = await startResponsesApi(script)
  try {
    const env = await configureCodex(box, api.url, options)
    const ended = await runProcess(binary, args, { cwd: box.project, env, timeoutMs })
    return { ...ended, requests: api.requests }
  } finally {
    await api.close()
  }
}

/** Opens the client for a person at a terminal, in a folder that is trusted. */
export async function openCodex(box: CodexBox, api: ResponsesApi, config: readonly string[]): Promise<Terminal> {
  const trusted = [...config, `[projects.${JSON.stringify(box.project)}]`, 'trust_level = "trusted"']
  const env = await configureCodex(box, api.url, { config: trusted })
  const args = ['--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust']
  const terminal = openTerminal([findCodex()!, ...args], { cwd: box.project, env })
  await terminal.until((screen) => screen.includes('? for shortcuts'))
  return terminal
}

/** Writes the client's configuration into a box; returns the environment that it runs in. */
export async function configureCodex(
  box: CodexBox,
  url: string,
  { provider = 'mock', config = [] }: Pick<CodexOptions, 'provider' | 'config'>,
): Promise<Record<string, string>> {
  const folder = join(box.home, '.codex')
  await writeFile(join(folder, 'config.toml'), configuration(url, provider, config))
  await writeFile(join(folder, 'auth.json'), JSON.stringify({ auth_mode: 'apikey', OPENAI_API_KEY: 'sk-test' }))
  const dead = 'http://127.0.0.1:9' // it looks for plugins on the network
  return {
    PATH: process.env.PATH ?? '',
    HOME: box.home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    TERM: 'dumb',
    OPENAI_API_KEY: 'sk-test',
    NO_PROXY: '127.0.0.1',
    HTTP_PROXY: dead,
    HTTPS_PROXY: dead,
  }
}

function configuration(url: string, provider: string, more: readonly string[]): string {
  return `${[
    'model = "mock-model"',
    `model_provider = ${JSON.stringify(provider)}`,
    `openai_base_url = "${url}"`,
    'model_context_window = 200000',
    'check_for_update_on_startup = false',
    ...more,
    '[analytics]',
    'enabled = false',
    ...(provider === 'openai'
      ? []
      : [
          `[model_providers.${JSON.stringify(provider)}]`,
          'name = "mock"',
          `base_url = "${url}"`,
          'env_key = "OPENAI_API_KEY"',
          'wire_api = "responses"',
          'request_max_retries = 0',
          'stream_max_retries = 0',
          'supports_websockets = false',
        ]),
  ].join('\n')}\n`
}

export const PROMPT = 'RESUME-CHECK-PROMPT'

/** How the client is told not to ask before it runs something. */
export const UNASKED = ['exec', '--dangerously-bypass-approvals-and-sandbox', '--skip-git-repo-check']

export interface CodexResumed extends CodexRun {
  /** The client ended well and the API was asked with the new prompt. */
  readonly ok: boolean
  readonly sessionId: string
  /** What the API got with the new prompt; undefined when it was never asked. */
  readonly items: readonly ResponseItem[] | undefined
  /** The session's file afterwards. */
  readonly after: string
  /** The names of all session files afterwards. */
  readonly files: readonly string[]
}

/** Resumes a session's file in the real client, in a box of its own, and tells what the API received. */
export async function resumeCodex(
  file: string,
  options: CodexOptions & { readonly also?: readonly string[] } = {},
): Promise<CodexResumed> {
  const box = await openCodexBox()
  try {
    for (const other of options.also ?? []) await plant(box, other)
    const { target, sessionId, provider } = await plant(box, file)
    const given = { provider: provider ?? 'mock', ...options }
    const ran = await runCodex(box, [...UNASKED, 'resume', sessionId, PROMPT], given)
    const asked = ran.requests.find(
      ({ path, body }) => path.endsWith('/responses') && JSON.stringify(body.input ?? []).includes(PROMPT),
    )
    const items = asked?.body.input
    const after = await readFile(target, 'utf8')
    const files = (await filesBelow(box.sessions)).map((path) => relative(box.sessions, path))
    return { ...ran, ok: ran.exitCode === 0 && items !== undefined, sessionId, items, after, files }
  } finally {
    await box.remove()
  }
}

const NAME = /^rollout-(\d{4})-(\d\d)-(\d\d)T[\d-]+?-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/

/** Puts a file where the client looks for it: by its name, or else by what its first line says. */
async function plant(box: CodexBox, file: string) {
  const bytes = await readFile(file)
  const meta = JSON.parse(bytes.toString('utf8').split('\n', 1)[0]!).payload ?? {}
  const time = String(meta.timestamp ?? '2026-01-01T00:00:00').slice(0, 19)
  const named = NAME.exec(basename(file))
  const name = named ? basename(file) : `rollout-${time.replaceAll(':', '-')}-${meta.id}.jsonl`
  const day = named ? named.slice(1, 4) : time.slice(0, 10).split('-')
  const target = join(box.sessions, ...day, name)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, bytes, { mode: 0o600 })
  return { target, sessionId: named?.[4] ?? String(meta.id), provider: meta.model_provider as string | undefined }
}

export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
