import { liveLine } from '../kit/live-line.ts'
import { stringsIn } from '../kit/strings-in.ts'
import type { LiveClient, Usage } from '../live-client.ts'

/** What the client believes a model holds that says nothing of its own. */
const WINDOW = 272_000

interface Line {
  readonly type?: unknown
  readonly payload?: {
    readonly type?: unknown
    readonly turn_attribution?: { readonly turn_trigger?: unknown }
    readonly model?: unknown
    readonly message?: unknown
    readonly replacement_history?: unknown
    readonly info?: {
      readonly last_token_usage?: { readonly total_tokens?: unknown }
      readonly model_context_window?: unknown
    } | null
  }
}

export const codexLive: LiveClient = {
  name: 'codex',
  lastUsage,
  windowOf: () => WINDOW,
  status: () => undefined, // it has no status line of others
  ownsTranscript: (path) => /\/rollout-[^/]*\.jsonl$/.test(path),
  leftByCompaction,
  replacedOutput: () => undefined, // its hooks cannot replace one
  skillName: (skill) => `$stet:${skill}`,
  variables: { runs: 'CODEX_THREAD_ID', session: 'CODEX_SESSION_ID' }, // a subagent is a thread of its own
  process: 'codex',
  compactionStop: {
    output: (stopReason) => JSON.stringify({ continue: false, stopReason }),
    room: 0, // for nothing more is sent
    isAttended,
  },
}

/** Whether a person began the turn, and not a program by `codex exec`. */
function isAttended(lines: Iterable<string>): boolean {
  for (const text of lines) {
    if (!text.includes('"task_started"')) continue
    const payload = liveLine<Line>(text)?.payload
    if (payload?.type === 'task_started') return payload.turn_attribution?.turn_trigger === 'user'
  }
  return false
}

function lastUsage(lines: Iterable<string>): Usage | undefined {
  for (const text of lines) {
    if (!text.includes('"token_count"')) continue
    const info = liveLine<Line>(text)?.payload?.info
    const tokens = info?.last_token_usage?.total_tokens
    const window = info?.model_context_window
    if (typeof tokens === 'number')
      return { tokens, model: null, window: typeof window === 'number' && window > 0 ? window : undefined }
  }
  return undefined
}

function leftByCompaction(lines: Iterable<string>): string | undefined {
  for (const text of lines) {
    if (!text.includes('"compacted"')) continue
    const line = liveLine<Line>(text)
    if (line?.type === 'compacted')
      return stringsIn([line.payload?.message, line.payload?.replacement_history]).join('\n')
  }
  return undefined
}
