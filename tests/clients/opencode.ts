import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChatMessage, type ChatRequest, type ChatStep, startChatApi } from './chat-api.ts'
import { findOpencode, OPENCODE_VERSION } from './install.mjs'
import { type ProcessResult, runProcess } from './run-process.ts'

/** A fresh home with the client's settings, and a small project. */
export interface OpencodeBox {
  readonly root: string
  readonly home: string
  readonly project: string
  remove(): Promise<void>
}

export async function openOpencodeBox(): Promise<OpencodeBox> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'stet-opencode-')))
  const home = join(root, 'home')
  const project = join(root, 'project')
  for (const dir of [project, join(home, '.config', 'opencode')]) await mkdir(dir, { recursive: true })
  await writeFile(join(project, 'a.txt'), 'hello\nworld\n')
  const remove = () => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  return { root, home, project, remove }
}

export interface OpencodeRun extends ProcessResult {
  readonly requests: readonly ChatRequest[]
}

/** Runs the client once in a box, against a mock of its own. Of our environment it inherits PATH alone. */
export async function runOpencode(
  box: OpencodeBox,
  args: readonly string[],
  { script = [], timeoutMs = 120_000 }: { readonly script?: readonly ChatStep[]; readonly timeoutMs?: number } = {},
): Promise<OpencodeRun> {
  const program = findOpencode()
  if (!program)
    throw new Error(`opencode ${OPENCODE_VERSION} is not installed: run \`node tests/clients/install.mjs\`.`)
  const api = await startChatApi(script)
  try {
    const model = {
      name: 'mock',
      limit: { context: 200_000, output: 8000 },
      reasoning: true,
      tool_call: true,
      attachment: true,
    }
    const mock = {
      npm: '@ai-sdk/openai-compatible',
      name: 'mock',
      options: { baseURL: `${api.url}/v1`, apiKey: 'fake' },
      models: { 'mock-model': model },
    }
    const settings = {
      autoupdate: false,
      share: 'disabled',
      model: 'mock/mock-model',
      small_model: 'mock/mock-model',
      permission: 'allow',
      provider: { mock },
    }
    await writeFile(join(box.home, '.config', 'opencode', 'opencode.json'), JSON.stringify(settings))
    const ended = await runProcess(program, args, {
      cwd: box.project,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: box.home,
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        TERM: 'dumb',
        NO_PROXY: '127.0.0.1,localhost',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      },
      timeoutMs,
    })
    return { ...ended, requests: api.requests }
  } finally {
    await api.close()
  }
}

export const PROMPT = 'RESUME-CHECK-PROMPT'

export interface OpencodeResumed extends OpencodeRun {
  /** The client ended well and the API was asked with the new prompt. */
  readonly ok: boolean
  /** What the API got with the new prompt; undefined when it was never asked. */
  readonly messages: readonly ChatMessage[] | undefined
}

/** Imports a session's file into the real client, in a box of its own, goes on with it, and tells what the API received. */
export async function resumeOpencode(file: string, box?: OpencodeBox): Promise<OpencodeResumed> {
  const own = box ?? (await openOpencodeBox())
  try {
    const { id } = JSON.parse(await readFile(file, 'utf8')).info
    const imported = await runOpencode(own, ['import', file])
    if (imported.exitCode !== 0 || !imported.stdout.includes('Imported session'))
      return { ...imported, ok: false, messages: undefined }
    const ran = await runOpencode(own, ['run', '--format', 'json', '-m', 'mock/mock-model', '-s', id, PROMPT])
    const asked = ran.requests.find(
      ({ body }) => !isTitle(body.messages) && JSON.stringify(body.messages).includes(PROMPT),
    )
    const messages = asked?.body.messages
    return { ...ran, ok: ran.exitCode === 0 && messages !== undefined, messages }
  } finally {
    if (!box) await own.remove()
  }
}

/** The client also asks for a title. */
export function isTitle(messages: readonly ChatMessage[]): boolean {
  return /title generator/i.test(JSON.stringify(messages[0] ?? ''))
}
