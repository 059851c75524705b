import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Box, clientEnv, openBox } from './box.ts'
import { findClaude } from './install.mjs'
import { type ApiMessage, type MockApi, type RecordedRequest, type Reply, startMockApi } from './mock-api.ts'
import { type ProcessResult, runProcess } from './run-process.ts'
import { openTerminal, type Terminal } from './terminal.ts'

export { type Box, openBox, slugOf } from './box.ts'
export { type ConversationBlock, conversation } from './conversation.ts'

/** The client that is meant when no version is named. */
export const DEFAULT_VERSION = '2.1.325'

export interface RunOptions {
  readonly version?: string
  /** What the mock answers, in order. */
  readonly script?: readonly Reply[]
  /** Added to the client's environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  /** Makes the client's standard input; it sees the mock, so that it can wait for a request. */
  readonly input?: (mock: MockApi) => AsyncIterable<string>
}

export interface RunResult extends ProcessResult {
  readonly requests: readonly RecordedRequest[]
  readonly seconds: number
}

export interface ResumeOptions extends Omit<RunOptions, 'input'> {
  /** The new prompt; by default a word that occurs nowhere else. */
  readonly prompt?: string
  /** By default the file's name when that is a UUID, else the id written in it. */
  readonly sessionId?: string
  /** A directory with what the client keeps next to the session: `subagents/`, `tool-results/`. */
  readonly sideFiles?: string
  /** Further arguments for the client. */
  readonly args?: readonly string[]
  /** Leaves the box on disk, for a look. */
  readonly keepBox?: boolean
}

export interface ResumeResult extends RunResult {
  /** The client ended well and the API was asked with the new prompt. */
  readonly ok: boolean
  readonly prompt: string
  readonly sessionId: string
  /** The messages the API got with the new prompt, as sent; undefined when it was never asked. */
  readonly messages: readonly ApiMessage[] | undefined
  /** The names in the client's session folder afterwards. */
  readonly files: readonly string[]
  /** The session file afterwards, or undefined when it is gone. */
  readonly after: string | undefined
  /** The box's root; it exists only with `keepBox`. */
  readonly box: string
}

/** Resumes a session file in the real client, in a box of its own, and tells what the API received. */
export async function resume(file: string, options: ResumeOptions = {}): Promise<ResumeResult> {
  const text = await readFile(file, 'utf8')
  const sessionId = options.sessionId ?? sessionIdOf(file, text)
  const prompt = options.prompt ?? 'RESUME-CHECK-PROMPT'
  const box = await openBox()
  try {
    const target = join(box.store, `${sessionId}.jsonl`)
    await writeFile(target, text, { mode: 0o600 })
    if (options.sideFiles) await cp(options.sideFiles, join(box.store, sessionId), { recursive: true })

    const ran = await run(box, ['-p', prompt, '--resume', sessionId, ...(options.args ?? [])], options)

    const messages = ran.requests.find((request) => asksWith(request, prompt))?.body.messages
    const files = (await readdir(box.store)).toSorted()
    const after = files.includes(basename(target)) ? await readFile(target, 'utf8') : undefined
    return {
      ...ran,
      ok: ran.exitCode === 0 && messages !== undefined,
      prompt,
      sessionId,
      messages,
      files,
      after,
      box: box.root,
    }
  } finally {
    if (!options.keepBox) await box.remove()
  }
}

/** Runs the client once in a box, against a mock of its own; several runs in one box make a session grow. */
export async function run(box: Box, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { version = DEFAULT_VERSION, script = [], env = {}, timeoutMs = 90_000, input } = options
  const binary = findClaude(version)
  if (!binary)
    throw new Error(`Claude Code ${version} is not installed: run \`node tests/clients/install.mjs ${version}\`.`)
  const mock = await startMockApi(script)
  const start = performance.now()
  try {
    const ended = await runProcess(binary, [...args, '--dangerously-skip-permissions'], {
      cwd: box.project,
      env: { ...clientEnv(box, mock.url), ...env },
      timeoutMs,
      ...(input && { input: input(mock) }),
    })
    return { ...ended, requests: mock.requests, seconds: (performance.now() - start) / 1000 }
  } finally {
    await mock.close()
  }
}

/** Opens the client for a person at a terminal, past everything that it asks on a new machine. */
export async function openClaude(box: Box, mock: MockApi, args: readonly string[] = []): Promise<Terminal> {
  const env = clientEnv(box, mock.url)
  const known = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [env.ANTHROPIC_API_KEY!.slice(-20)], rejected: [] },
    bypassPermissionsModeAccepted: true,
    projects: { [box.project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  }
  await writeFile(join(box.home, '.claude/.claude.json'), JSON.stringify(known))
  const command = [findClaude(DEFAULT_VERSION)!, '--dangerously-skip-permissions', ...args]
  const terminal = openTerminal(command, { cwd: box.project, env })
  await terminal.until((screen) => screen.includes('bypass permissions on'))
  return terminal
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function sessionIdOf(file: string, text: string): string {
  const name = basename(file, '.jsonl')
  if (UUID.test(name)) return name
  const written = [...text.matchAll(/"sessionId":\s*"([0-9a-f-]{36})"/g)].at(-1)?.[1]
  return written ?? '00000000-0000-4000-8000-000000000001'
}

function asksWith(request: RecordedRequest, prompt: string): boolean {
  if (request.kind !== 'main' && request.kind !== 'error') return false
  return JSON.stringify(request.body.messages ?? []).includes(JSON.stringify(prompt).slice(1, -1))
}
