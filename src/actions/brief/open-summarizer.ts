import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Spending, type Summarizer, withinSpend } from '../../brief/summarizer.ts'
import { Failure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import { type Settings, settingIn } from '../../model/settings.ts'
import { makeDirectory } from '../../store/make-directory.ts'
import { runCommand } from '../run-command.ts'
import type { Workspace } from '../workspace.ts'
import { askCommand, askServer, at } from './ask.ts'

const ANSWER_TOKENS = 16_000

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
