import { liveLine, numberIn } from '../kit/live-line.ts'
import type { LiveClient, Status, Usage } from '../live-client.ts'
import { contextOf } from './read/measure.ts'
import { windowOf } from './window.ts'

/** What is in a line of the client as far as hooks look at it. */
interface Line {
  readonly type?: unknown
  readonly subtype?: unknown
  readonly isSidechain?: unknown
  readonly isApiErrorMessage?: unknown
  readonly isCompactSummary?: unknown
  readonly rendered?: unknown
  readonly message?: {
    readonly model?: unknown
    readonly usage?: Readonly<Record<string, unknown>>
    readonly content?: unknown
  }
}

export const claudeCodeLive: LiveClient = {
  name: 'claude-code',
  lastUsage,
  windowOf,
  status,
  ownsTranscript: (path) => /\/projects\/[^/]+\/.*\.jsonl$/.test(path),
  leftByCompaction,
  replacedOutput,
  marksReminders: true,
  skillName: (skill) => `/stet:${skill}`,
  variables: { runs: 'CLAUDECODE', session: 'CLAUDE_CODE_SESSION_ID' },
  process: 'claude',
  compactionStop: {
    output: (reason) => JSON.stringify({ decision: 'block', reason }),
    room: 25_000, // with 23,000 and fewer the client sends nothing and says that the prompt is too long
  },
}

/** Fewer than there are in a token. */
const CHARS_A_TOKEN = 3

function lastUsage(lines: Iterable<string>): Usage | undefined {
  let chars = 0
  for (const text of lines) {
    const isBoundary = text.includes('"compact_boundary"')
    if (!isBoundary && !text.includes('"usage"')) {
      chars += charsSent(text)
      continue
    }
    const line = liveLine<Line>(text)
    if (isBoundary && line?.subtype === 'compact_boundary' && line.type === 'system') return undefined
    if (line?.type !== 'assistant' || line.isSidechain === true || line.isApiErrorMessage === true) continue
    const { model, usage } = line.message ?? {}
    if (model === '<synthetic>' || !usage) continue
    const output = typeof usage.output_tokens === 'number' ? usage.output_tokens : 0
    const since = Math.ceil(chars / CHARS_A_TOKEN)
    return { tokens: contextOf(usage) + output, model: typeof model === 'string' ? model : null, since }
  }
  return undefined
}

/** How long a line is as far as the model gets it, but for pictures. */
function charsSent(text: string): number {
  if (!text.includes('"user"') && !text.includes('"attachment"')) return 0
  const { type, message, rendered } = liveLine<Line>(text) ?? {}
  if (type !== 'user' && type !== 'attachment') return 0
  const sent = [message?.content, rendered]
  return JSON.stringify(sent, (key, value) => (key === 'data' ? null : value)).length
}

function leftByCompaction(lines: Iterable<string>): string | undefined {
  for (const text of lines) {
    if (!text.includes('"isCompactSummary"')) continue
    const line = liveLine<Line>(text)
    if (line?.isCompactSummary === true) return JSON.stringify(line.message?.content ?? '')
  }
  return undefined
}

function status(input: unknown): Status | undefined {
  const fields = (input ?? {}) as Readonly<Record<string, unknown>>
  const context = fields.context_window as Readonly<Record<string, unknown>> | undefined
  if (typeof fields.session_id !== 'string' || typeof context !== 'object' || context === null) return undefined
  const model = (fields.model as { readonly id?: unknown } | undefined)?.id
  return {
    session: fields.session_id,
    transcript: typeof fields.transcript_path === 'string' ? fields.transcript_path : null,
    model: typeof model === 'string' ? model : null,
    percent: typeof context.used_percentage === 'number' ? context.used_percentage : null,
    tokens: numberIn(context.total_input_tokens),
    window: numberIn(context.context_window_size),
  }
}

/** The shapes of outputs that hold text: a text, blocks with text, or a command's stdout. */
function replacedOutput(response: unknown, replace: (text: string) => string | undefined): unknown {
  if (typeof response === 'string') return replace(response)
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return undefined
  const fields = response as Readonly<Record<string, unknown>>
  if (typeof fields.stdout !== 'string') return undefined
  const stdout = replace(fields.stdout)
  return stdout === undefined ? undefined : { ...fields, stdout }
}
