import type { Summarizer } from '../../digest/summarizer.ts'
import { withinSpend } from '../../digest/summarizer.ts'
import { Failure } from '../../model/errors.ts'
import { type Settings, settingIn } from '../../model/settings.ts'
import { mask } from '../../redaction/mask.ts'
import { ensureSummarizerMark } from '../record/summarizer-mark.ts'
import { runCommand } from '../run-command.ts'
import type { Workspace } from '../workspace.ts'

/** Says to hooks that this session is the summarizer's own, so that it is never captured. */
const IN_ENVIRONMENT = 'STET_SUMMARIZER'

const LIMIT_MS = 120_000
const ANSWER_TOKENS = 4000

/** The model the user configured, with secrets masked and a limit on what it may spend; undefined where there is none. */
export async function openSummarizer(workspace: Workspace): Promise<ReturnType<typeof withinSpend> | undefined> {
  const settings = (await workspace.settings?.()) ?? {}
  const kind = settings['summarizer.kind']
  if (kind === undefined || kind === 'off') return undefined
  const bare = summarizerOf(kind, settings, workspace)
  const masked: Summarizer = {
    name: bare.name,
    write: async (instructions, text) => bare.write(instructions, (await mask(text)).text),
  }
  return withinSpend(masked, settingIn(settings, 'summarizer.spend_limit_tokens'))
}

/** The model the user configured, or a failure that says how to. */
export async function requireSummarizer(workspace: Workspace): Promise<ReturnType<typeof withinSpend>> {
  const summarizer = await openSummarizer(workspace)
  if (summarizer) return summarizer
  throw new Failure('config-invalid', 'No model is configured.', {
    hint: 'Run `stet config set summarizer.kind command` and `stet config set summarizer.command "claude -p"`.',
  })
}

function summarizerOf(kind: string, settings: Settings, workspace: Workspace): Summarizer {
  if (kind === 'command') return ofCommand(required(settings, 'summarizer.command'), workspace)
  const model = required(settings, 'summarizer.model')
  const key = settings['summarizer.api_key']
  if (kind === 'anthropic') {
    return ofHttp(`anthropic ${model}`, `${settings['summarizer.url'] ?? 'https://api.anthropic.com'}/v1/messages`, {
      headers: { 'anthropic-version': '2023-06-01', ...(key !== undefined && { 'x-api-key': key }) },
      body: (instructions, text) => ({
        model,
        max_tokens: ANSWER_TOKENS,
        system: instructions,
        messages: [{ role: 'user', content: text }],
      }),
      answer: (value) => value.content?.flatMap((part) => part.text ?? []).join(''),
    })
  }
  if (kind === 'openai') {
    return ofHttp(`openai ${model}`, `${required(settings, 'summarizer.url')}/chat/completions`, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      body: (instructions, text) => ({
        model,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: text },
        ],
      }),
      answer: (value) => value.choices?.[0]?.message?.content,
    })
  }
  throw new Failure('config-invalid', `There is no summarizer of the kind ${JSON.stringify(kind.slice(0, 40))}.`, {
    hint: 'Run `stet config set summarizer.kind anthropic`, openai, command or off.',
  })
}

/** What the answers of both kinds of servers may hold. */
interface Reply {
  readonly content?: readonly { readonly text?: string }[]
  readonly choices?: readonly { readonly message?: { readonly content?: string } }[]
}

interface Http {
  readonly headers: Readonly<Record<string, string>>
  readonly body: (instructions: string, text: string) => unknown
  readonly answer: (reply: Reply) => string | undefined
}

function ofHttp(name: string, url: string, { headers, body, answer }: Http): Summarizer {
  return {
    name,
    async write(instructions, text) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body(instructions, text)),
          signal: AbortSignal.timeout(LIMIT_MS),
        })
        if (!response.ok) throw unavailable(name, `it answered ${response.status}`)
        const said = answer((await response.json()) as Reply)
        if (said === undefined || said.trim() === '') throw unavailable(name, 'it answered nothing')
        return said
      } catch (error) {
        throw error instanceof Failure
          ? error
          : unavailable(name, error instanceof Error ? error.message : String(error))
      }
    },
  }
}

function ofCommand(command: string, workspace: Workspace): Summarizer {
  const { cwd, signal } = workspace
  return {
    name: 'the summarizer command',
    async write(instructions, text) {
      const { output, status, isLate } = await runCommand(`${IN_ENVIRONMENT}=1; export ${IN_ENVIRONMENT}; ${command}`, {
        cwd,
        limitMs: LIMIT_MS,
        input: `${ensureSummarizerMark(workspace)} ${instructions}\n\n${text}`,
        isQuiet: false,
        signal,
      })
      if (isLate) throw unavailable('the summarizer command', 'it took too long')
      if (status !== 0) throw unavailable('the summarizer command', `it ended with ${status}`)
      return output.toString('utf8')
    },
  }
}

function required(settings: Settings, name: 'summarizer.model' | 'summarizer.url' | 'summarizer.command'): string {
  const value = settings[name]
  if (value !== undefined) return value
  throw new Failure('config-invalid', `A summarizer of this kind needs ${name}.`, {
    hint: `Run \`stet config set ${name} VALUE\`.`,
  })
}

export function unavailable(name: string, why: string): Failure {
  return new Failure('summarizer-unavailable', `${name} cannot be used: ${why}.`, {
    hint: 'Leave --model out to do without one.',
  })
}
