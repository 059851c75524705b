import type { Summarizer } from '../../brief/summarizer.ts'
import { withinSpend } from '../../brief/summarizer.ts'
import { Failure } from '../../model/errors.ts'
import { type Settings, settingIn } from '../../model/settings.ts'
import { mask } from '../../redaction/mask.ts'
import type { Workspace } from '../workspace.ts'
import { askCommand, LIMIT_MS, MOST_BYTES } from './ask-command.ts'
import { askServer, type Server } from './ask-server.ts'
import { spendingOf } from './spending.ts'

const ANSWER_TOKENS = 16_000

/** The model the user configured, with secrets masked and a limit on what it may spend; undefined where there is none. */
export async function openSummarizer(workspace: Workspace): Promise<Summarizer | undefined> {
  const settings = (await workspace.settings?.()) ?? {}
  const kind = settings['summarizer.kind']
  if (kind === undefined || kind === 'off') return undefined
  return guarded(workspace, summarizerOf(kind, settings, workspace))
}

/** A model with secrets masked in what it gets, and a limit on what it may spend. */
export async function guarded(workspace: Workspace, bare: Summarizer): Promise<Summarizer> {
  const settings = (await workspace.settings?.()) ?? {}
  const masked: Summarizer = {
    name: bare.name,
    async write(instructions, text) {
      const { text: sent } = await mask(text)
      try {
        return await bare.write(instructions, sent)
      } catch (error) {
        if (!workspace.signal?.aborted) throw error
        throw new Failure('interrupted', `Stopped while waiting for ${bare.name}.`, {
          hint: 'Run the same command again when you like.',
        })
      }
    },
  }
  return withinSpend(masked, settingIn(settings, 'summarizer.spend_limit_tokens'), spendingOf(workspace))
}

/** The model the user configured, or a failure that says how to. */
export async function requireSummarizer(workspace: Workspace): Promise<Summarizer> {
  const summarizer = await openSummarizer(workspace)
  if (summarizer) return summarizer
  throw new Failure('config-invalid', 'No model is configured.', {
    hint: 'Run `stet config set summarizer.kind command` and `stet config set summarizer.command "claude -p"`.',
  })
}

function summarizerOf(kind: string, settings: Settings, workspace: Workspace): Summarizer {
  if (kind === 'command')
    return askCommand(workspace, required(settings, 'summarizer.command'), 'the summarizer command')
  const model = required(settings, 'summarizer.model')
  const key = settings['summarizer.api_key']
  const limits = { limitMs: LIMIT_MS, mostBytes: MOST_BYTES, signal: workspace.signal }
  const ask = (server: Server) => askServer(server, limits)
  if (kind === 'anthropic') {
    return ask({
      name: `anthropic ${model}`,
      url: `${settings['summarizer.url'] ?? 'https://api.anthropic.com'}/v1/messages`,
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
    return ask({
      name: `openai ${model}`,
      url: `${required(settings, 'summarizer.url')}/chat/completions`,
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

function required(settings: Settings, name: 'summarizer.model' | 'summarizer.url' | 'summarizer.command'): string {
  const value = settings[name]
  if (value !== undefined) return value
  throw new Failure('config-invalid', `A summarizer of this kind needs ${name}.`, {
    hint: `Run \`stet config set ${name} VALUE\`.`,
  })
}
