import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { type Settings, settingIn } from '../model/settings.ts'
import { estimateTokens } from '../model/tokens.ts'
import { ensureSummarizerMark } from '../record/capture/summarizer-mark.ts'
import type { Workspace } from '../record/workspace.ts'
import { mask } from '../redaction/mask.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { runCommand } from '../system/run-command.ts'

const ANSWER_TOKENS = 16_000
/** Says to hooks that this session is the summarizer's own, so that it is never captured. */
const IN_ENVIRONMENT = 'STET_SUMMARIZER'
const LIMIT_MS = 300_000
/** No answer that is of use is as long. */
const MOST_BYTES = 1 << 20
const TOO_LONG = `its answer is longer than ${MOST_BYTES} bytes`

/** The model the user configured, else the client of the session, with a limit on what it may spend; undefined where there is none. */
export async function openSummarizer(workspace: Workspace, session?: Session): Promise<Summarizer | undefined> {
  const settings = (await workspace.settings?.()) ?? {}
  const kind = settings['summarizer.kind'] ?? 'off'
  const model =
    kind === 'off' ? session && (await ownClient(workspace, session)) : configured(kind, settings, workspace)
  return model && withinSpend(model, settingIn(settings, 'summarizer.spend_limit_tokens'), spendingOf(workspace))
}

/** The same, or a failure that says how to have one. */
export async function requireSummarizer(workspace: Workspace, session?: Session): Promise<Summarizer> {
  const summarizer = await openSummarizer(workspace, session)
  if (summarizer) return summarizer
  const absent = session ? `, and ${session.client} is not on PATH` : ''
  throw new Failure('config-invalid', `No model is configured${absent}.`, {
    hint: 'Run `stet config set summarizer.kind command` and `stet config set summarizer.command "claude -p"`.',
  })
}

function configured(kind: string, settings: Settings, workspace: Workspace): Summarizer {
  if (kind === 'command')
    return askCommand(workspace, required(settings, 'summarizer.command'), 'the summarizer command')
  const model = required(settings, 'summarizer.model')
  const key = settings['summarizer.api_key']
  if (kind === 'anthropic') {
    return askServer(workspace, {
      name: `anthropic ${model}`,
      url: `${settings['summarizer.url'] ?? 'https://api.anthropic.com'}/v1/messages`,
      headers: { 'anthropic-version': '2023-06-01', ...(key !== undefined && { 'x-api-key': key }) },
      body: (system, content) => ({ model, max_tokens: ANSWER_TOKENS, system, messages: [{ role: 'user', content }] }),
      answer: (reply) => {
        const parts = at(reply, 'content')
        return Array.isArray(parts) ? parts.map((part) => at(part, 'text') ?? '').join('') : undefined
      },
    })
  }
  if (kind === 'openai') {
    const messages = (system: string, user: string) => [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ]
    return askServer(workspace, {
      name: `openai ${model}`,
      url: `${required(settings, 'summarizer.url')}/chat/completions`,
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      body: (instructions, text) => ({ model, messages: messages(instructions, text) }),
      answer: (reply) => at(reply, 'choices', 0, 'message', 'content'),
    })
  }
  throw new Failure('config-invalid', `There is no summarizer of the kind ${JSON.stringify(kind.slice(0, 40))}.`, {
    hint: 'Run `stet config set summarizer.kind anthropic`, openai, command or off.',
  })
}

function required(settings: Settings, name: 'summarizer.model' | 'summarizer.url' | 'summarizer.command'): string {
  const value = settings[name]
  if (value !== undefined) return value
  throw new Failure('config-invalid', `A summarizer of this kind needs ${name}.`, {
    hint: `Run \`stet config set ${name} VALUE\`.`,
  })
}

/**
 * How clients answer once, without tools, and keep nothing where they can do without. What a client keeps all the same begins
 * with Stet's mark, and is never captured.
 */
const HEADLESS: Readonly<Record<string, readonly [program: string, verb: string, options: string]>> = {
  'claude-code': ['claude', '-p', '--tools "" --strict-mcp-config --disable-slash-commands --no-session-persistence'],
  codex: [
    'codex',
    'exec',
    '--skip-git-repo-check --ephemeral --sandbox read-only --disable shell_tool --disable unified_exec --color never -',
  ],
  'gemini-cli': [
    'gemini',
    '-p',
    '"Do what the text asks." --skip-trust --extensions none --admin-policy "$PWD/../policy.toml"',
  ],
}
const NO_TOOLS = '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n'

/** The client that wrote the session, to be asked in an empty folder; undefined where it is not on PATH. */
async function ownClient(workspace: Workspace, session: Session): Promise<Summarizer | undefined> {
  const [program, verb, options] = HEADLESS[session.client] ?? []
  if (program === undefined) return undefined
  const { status } = await runCommand(`command -v ${program}`, { cwd: workspace.cwd, limitMs: 5000, isQuiet: true })
  if (status !== 0) return undefined
  const name = `${program} ${verb}`
  return {
    name,
    async write(instructions, text) {
      const folder = mkdtempSync(join(tmpdir(), 'stet-ask-'))
      const empty = join(folder, 'empty')
      try {
        mkdirSync(empty)
        writeFileSync(join(folder, 'policy.toml'), NO_TOOLS)
        return await askCommand({ ...workspace, cwd: empty }, `${name} ${options}`, name).write(instructions, text)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

const SPENT = 'summarizer-spent-'

/**
 * What models used today (UTC), of every process with this store. It is written down before anything is sent, so that one
 * that was killed has it counted, too; a line each, which the system appends whole.
 */
function spendingOf({ storeDir, clock }: Workspace): Spending {
  if (storeDir === undefined || storeDir === ':memory:') {
    let spent = 0
    const add = (tokens: number) => {
      spent += tokens
      return spent
    }
    return { add }
  }
  const today = `${SPENT}${clock().toISOString().slice(0, 10)}`
  const path = join(storeDir, today)
  makeDirectory(storeDir)
  for (const name of readdirSync(storeDir)) {
    if (name.startsWith(SPENT) && name < today) rmSync(join(storeDir, name), { force: true })
  }
  return {
    add(tokens) {
      appendFileSync(path, `${tokens}\n`, { mode: 0o600 })
      const lines = readFileSync(path, 'utf8').split('\n')
      return lines.reduce((sum, line) => sum + (Number(line) || 0), 0)
    },
  }
}

/** A command that is given the instructions and the text, and prints what it writes. */
function askCommand(workspace: Workspace, command: string, name: string): Summarizer {
  const { cwd, signal } = workspace
  return asked(name, workspace, async (instructions, text) => {
    const { status, isLong, output, answer } = await runCommand(
      `${IN_ENVIRONMENT}=1; export ${IN_ENVIRONMENT}; ${command}`,
      {
        cwd,
        limitMs: LIMIT_MS,
        mostBytes: MOST_BYTES,
        input: `${ensureSummarizerMark(workspace)} ${instructions}\n\n${text}`,
        isQuiet: true,
        signal,
      },
    )
    if (isLong) throw new Error(TOO_LONG)
    const last = output.toString('utf8').trim().split('\n').at(-1)!.trim()
    if (status !== 0) throw new Error(`it ended with ${status}${await inBrackets(last)}`)
    return answer.toString('utf8')
  })
}

/** How one kind of server is asked, and where its answer is. */
interface Server {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: (instructions: string, text: string) => unknown
  readonly answer: (reply: unknown) => unknown
}

/** A model behind HTTP. Where it is moved to is not followed: the key is for this server alone. */
function askServer(workspace: Workspace, { name, url, headers, body, answer }: Server): Summarizer {
  const { signal } = workspace
  return asked(name, workspace, async (instructions, text, late) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body(instructions, text)),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([late, signal]) : late,
    })
    const reply = jsonIn(await textOf(response))
    if (!response.ok)
      throw new Error(`it answered ${response.status}${await inBrackets(at(reply, 'error', 'message'))}`)
    return answer(reply)
  })
}

/** What a value has along these keys, as far as it has the shape. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce((one, key) => (one as Readonly<Record<string, unknown>> | null | undefined)?.[key], value)
}

/** The object or list that a text holds, whatever is said before and after it; undefined where there is none. */
export function jsonIn(text: string): unknown {
  const from = text.search(/[[{]/)
  const to = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  try {
    return from === -1 ? undefined : JSON.parse(text.slice(from, to + 1))
  } catch {
    return undefined
  }
}

export function unavailable(name: string, why: string): Failure {
  return new Failure('summarizer-unavailable', `${name} cannot be used: ${why}.`, {
    hint: 'Leave --model out to do without one.',
  })
}

/** A model that is asked so, with secrets masked in what it gets. It answers in time and says something, or cannot be used. */
function asked(
  name: string,
  { signal }: Workspace,
  ask: (instructions: string, text: string, late: AbortSignal) => Promise<unknown>,
): Summarizer {
  return {
    name,
    async write(instructions, text) {
      const late = AbortSignal.timeout(LIMIT_MS)
      try {
        const answer = await ask(instructions, (await mask(text)).text, late)
        if (typeof answer === 'string' && answer.trim() !== '') return answer
        throw new Error('its answer has no text')
      } catch (error) {
        if (!signal?.aborted)
          throw unavailable(name, late.aborted ? `it took longer than ${LIMIT_MS / 1000} s` : whyOf(error as Error))
        throw new Failure('interrupted', `Stopped while waiting for ${name}.`, {
          hint: 'Run the same command again when you like.',
        })
      }
    },
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error(TOO_LONG) // leaving the loop hangs up
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** What was said of a failure, which may quote what was sent. */
async function inBrackets(said: unknown): Promise<string> {
  return typeof said === 'string' && said !== '' ? ` (${(await mask(said.slice(0, 200))).text})` : ''
}

/** What fetch itself says of a failure is nothing; its cause tells. */
function whyOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message
}

/** A model that writes text from text. Stet needs none; where the user configured one it may enrich what was extracted. */
interface Summarizer {
  readonly name: string
  /** Writes what the instructions ask for about the text. Throws a Failure where the model cannot be reached. */
  write(instructions: string, text: string): Promise<string>
}

/** Counts tokens, of this process and others, and says how many there are now. */
interface Spending {
  add(tokens: number): number
}

/** The same with a limit on what it may spend, in tokens sent and received. What would go beyond it is not sent. */
function withinSpend(summarizer: Summarizer, limit: number, spending: Spending): Summarizer {
  return {
    name: summarizer.name,
    async write(instructions, text) {
      const wanted = estimateTokens(instructions.length + text.length)
      const spent = spending.add(wanted) - wanted
      if (spent + wanted > limit) {
        spending.add(-wanted)
        throw new Failure('spend-limit', `Asking ${summarizer.name} again would go beyond ${limit} tokens a day.`, {
          facts: { limit, spent, wanted },
          hint: 'Run `stet config set summarizer.spend_limit_tokens N` to allow more.',
        })
      }
      const answer = await summarizer.write(instructions, text)
      spending.add(estimateTokens(answer.length))
      return answer
    },
  }
}
