import type { LiveClient, Status } from '../clients/live-client.ts'
import { LIVE_CLIENTS } from '../clients/live-clients.ts'
import type { Bridge } from '../pressure/fill.ts'
import { fillLevel } from '../pressure/fill-level.ts'
import type { Level } from '../pressure/level.ts'
import type { Limits } from '../pressure/limits.ts'
import { typedResume } from '../pressure/replaced-text.ts'
import { liveFile, readLive, writeLive } from '../record/running/live-files.ts'
import type { HookState } from './hook-state.ts'

export interface StatusLine {
  readonly session: string | null
  readonly percent: number | null
  readonly level: Level
  readonly title: string | null
  /** The line that resumes the session made in place of a compaction, as it is typed; null where none was made. */
  readonly resume: string | null
}

/**
 * Reads what a client tells its status line, and keeps it for hooks: they are told no token counts. What is no such
 * thing gives an empty line.
 */
export function takeStatus(liveDir: string, input: unknown, limits: Limits, now: number): StatusLine {
  const [client, told] = statusIn(input) ?? []
  if (!client || !told) return { session: null, percent: null, level: 'ok', title: null, resume: null }
  const { session, percent, tokens, model } = told
  if (percent !== null) {
    const window = told.window > 0 ? told.window : client.windowOf(model, tokens)
    const bridge: Bridge & { readonly session_id: string } = { session_id: session, tokens, window, percent, at: now }
    writeLive(liveFile(liveDir, session, 'bridge'), JSON.stringify(bridge))
  }
  const { title = null, cut } = readLive<HookState>(liveFile(liveDir, session, 'state')) ?? {}
  const resume = cut ? typedResume(cut.session) : null
  return { session, percent, level: percent === null ? 'ok' : fillLevel(percent, limits), title, resume }
}

const CELLS = 10

/** The line for people: `62% ██████░░░░ warn · title`, or with a line to type in place of the title. */
export function statusText(
  { session, percent, level, title, resume }: StatusLine,
  paint: (text: string, level: Level) => string,
): string {
  if (session === null) return ''
  const filled = Math.min(CELLS, Math.round(((percent ?? 0) / 100) * CELLS))
  const bar = `${'█'.repeat(filled)}${'░'.repeat(CELLS - filled)}`
  const shown = percent === null ? '–' : `${Math.round(percent)}%`
  const name = resume ?? title?.replace(/\s+/g, ' ').slice(0, 40)
  return `${paint(`${shown} ${bar}${level === 'ok' ? '' : ` ${level}`}`, level)}${name === undefined ? '' : ` · ${name}`}`
}

function statusIn(input: unknown): readonly [LiveClient, Status] | undefined {
  for (const client of LIVE_CLIENTS) {
    const status = client.status(input)
    if (status) return [client, status]
  }
  return undefined
}
