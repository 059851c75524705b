import type { Summarizer } from '../../brief/summarizer.ts'
import { withinSpend } from '../../brief/summarizer.ts'
import { Failure } from '../../model/errors.ts'
import { type Settings, settingIn } from '../../model/settings.ts'
import { mask } from '../../redaction/mask.ts'
import { ensureSummarizerMark } from '../record/summarizer-mark.ts'
import { runCommand } from '../run-command.ts'
import type { Workspace } from '../workspace.ts'
import { askServer, type Server, unavailable } from './ask-server.ts'
import { spendingOf } from './spending.ts'

/** Says to hooks that this session is the summarizer's own, so that it is never captured. */
const IN_ENVIRONMENT = 'STET_SUMMARIZER'

const LIMIT_MS = 120_000
const ANSWER_TOKENS = 8000
/** No answer that is of use is as long. */
const MOST_BYTES = 1 << 20

/** The model the user configured, with secrets masked and a limit on what it may spend; undefined where there is none. */
export async function openSummarizer(workspace: Workspace): Promise<Summarizer | undefined> {
  const settings = (await workspace.settings?.()) ?? {}
  const kind = settings['summarizer.kind']
  if (kind === undefined || kind === 'off') return undefined
  const bare = summarizerOf(kind, settings, workspace)
  const masked: Summarizer = {
    name: bare.name,
    async write(instructions, text) {
      const { text: sent } = await mask(text)
      try {
        return await bare.write(instructions, sent)
      } catch (error) {
        if (!workspace.signal?.aborted) throw error
        throw new Failure('interrupted', `Stopped while ${bare.name} was asked.`, {
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
  if (kind === 'command') return ofCommand(required(settings, 'summarizer.command'), workspace)
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

function ofCommand(command: string, workspace: Workspace): Summarizer {
  const { cwd, signal } = workspace
  const name = 'the summarizer command'
  return {
    name,
    async write(instructions, text) {
      const ran = await runCommand(`${IN_ENVIRONMENT}=1; export ${IN_ENVIRONMENT}; ${command}`, {
        cwd,
        limitMs: LIMIT_MS,
        mostBytes: MOST_BYTES,
        input: `${ensureSummarizerMark(workspace)} ${instructions}\n\n${text}`,
        isQuiet: true,
        signal,
      })
      if (ran.isLate) throw unavailable(name, `it took longer than ${LIMIT_MS / 1000} s`)
      if (ran.isLong) throw unavailable(name, `its answer is longer than ${MOST_BYTES} bytes`)
      if (ran.status !== 0) throw unavailable(name, `it ended with ${ran.status}${await lastLine(ran.output)}`)
      const answer = ran.answer.toString('utf8')
      if (answer.trim() === '') throw unavailable(name, 'its answer has no text')
      return answer
    },
  }
}

/** What a command that failed said last. */
async function lastLine(output: Buffer): Promise<string> {
  const line = output.toString('utf8').trim().split('\n').at(-1)!.trim().slice(0, 200)
  return line === '' ? '' : ` (${(await mask(line)).text})`
}

function required(settings: Settings, name: 'summarizer.model' | 'summarizer.url' | 'summarizer.command'): string {
  const value = settings[name]
  if (value !== undefined) return value
  throw new Failure('config-invalid', `A summarizer of this kind needs ${name}.`, {
    hint: `Run \`stet config set ${name} VALUE\`.`,
  })
}
