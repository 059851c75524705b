import { statSync } from 'node:fs'
import { liveClientOf } from '../clients/live-clients.ts'
import { type Settings, settingIn } from '../model/settings.ts'
import { type Bridge, type Fill, fillOf } from '../pressure/fill.ts'
import type { Limits } from '../pressure/limits.ts'
import { limitsOf } from '../pressure/limits-of.ts'
import { type Reminded, remind } from '../pressure/reminder.ts'
import { endTurnText, replacedText } from '../pressure/replaced-text.ts'
import { triggerText } from '../pressure/trigger-phrases.ts'
import { liveFile, readLive, writeLive } from '../record/running/live-files.ts'
import { afterCompaction } from './after-compaction.ts'
import { heardIn, spokenBy } from './hook-output.ts'
import type { HookState } from './hook-state.ts'
import { lastUsageIn } from './last-usage-in.ts'
import { liveWindow } from './live-window.ts'
import { TOLD, untold } from './untold.ts'

/** What a client gives a hook, as far as Stet looks at it. */
export interface HookInput {
  readonly session_id?: unknown
  readonly transcript_path?: unknown
  readonly cwd?: unknown
  readonly prompt?: unknown
  readonly source?: unknown
  readonly trigger?: unknown
  readonly reason?: unknown
  readonly compact_summary?: unknown
  readonly tool_name?: unknown
  readonly tool_response?: unknown
  readonly tool_use_id?: unknown
  /** Of a subagent; its events name the session that started it. */
  readonly agent_id?: unknown
  /** The turn, as one client or another calls it. */
  readonly prompt_id?: unknown
  readonly turn_id?: unknown
}

export interface QuickContext {
  /** The client's name, where the hook was installed with one. */
  readonly client: string | undefined
  readonly liveDir: string
  readonly settings: Settings
  /** In milliseconds. */
  readonly now: number
}

export interface QuickAnswer {
  /** For the client, on standard output. */
  readonly output?: string
  /** Whether something is to be recorded, too. */
  readonly needsStore: boolean
}

/**
 * After a tool call or with a prompt: says what has to be said now, and when to look again. Before a compaction that may not
 * come: whether it does.
 */
export function quickHook(event: string, input: HookInput, context: QuickContext): QuickAnswer {
  const { liveDir, settings, now } = context
  const { session_id: session, transcript_path: transcript } = input
  if (typeof session !== 'string' || session === '') return { needsStore: false }
  const path = typeof transcript === 'string' ? transcript : undefined
  const client = liveClientOf(context.client, path)
  const file = liveFile(liveDir, session, 'state')
  const known = readLive<HookState>(file) ?? {}
  const state = afterCompaction(known, client, path)
  const isSubagents = input.agent_id !== undefined
  const unsaid = untold(state, session)
  const said = isSubagents ? [] : [...unsaid]
  const news = !isSubagents && state.isCutNews ? state.cut : undefined
  const waits = isSubagents && (unsaid.length > 0 || state.isCutNews === true)
  const shown = news && replacedText(news)
  if (event === 'UserPromptSubmit') {
    const phrase = settingIn(settings, 'context.trigger_phrases') ? triggerText(String(input.prompt ?? '')) : undefined
    if (phrase !== undefined) said.push(phrase)
    if (said.length > 0 || news || state !== known) writeLive(file, JSON.stringify({ ...state, ...TOLD }))
    return { ...outputOf(spokenBy(event, heardIn(client, context.client, said), shown)), needsStore: false }
  }
  const limits = limitsOf(settings)
  const size = path === undefined ? undefined : sizeOf(path)
  if (path === undefined || size === undefined) return { needsStore: false }
  const { usage, at } = lastUsageIn(client, path)
  const place = { cwd: typeof input.cwd === 'string' ? input.cwd : '', transcript: path }
  const compactsFrom = client.compactsFrom?.(usage?.model ?? null, place) ?? Number.POSITIVE_INFINITY
  if (event === 'PreCompact') {
    const isAuto = input.trigger !== 'manual'
    return { needsStore: !isAuto || (state.guarded === undefined && (usage?.tokens ?? 0) >= compactsFrom) }
  }
  const bridge = readLive<Bridge>(liveFile(liveDir, session, 'bridge'))
  const window = liveWindow(settings, client, { usage, bridge })
  const fill = fillOf({
    bridge,
    usage: usage?.tokens ?? 0,
    estimate: Math.ceil(Math.max(0, size - at) / 8),
    window,
    now,
  })
  const intervalMs = settingIn(settings, 'context.check_interval_seconds') * 1000
  const { text, handoff, reminded } = remind(fill.percent, state.reminded, {
    limits,
    now,
    intervalMs,
    nameOf: client.skillName,
  })
  if (news) said.push(endTurnText(news))
  else if (text !== undefined && !state.cut) said.push(text, ...(handoff === undefined ? [] : [handoff]))
  const grown = settingIn(settings, 'checkpoint.grown_bytes')
  const captured = state.captured ?? 0
  const isFirst = text !== undefined && captured === 0 // a trim of the newest session must find this one
  const isGrown = grown > 0 && (isFirst || size - captured >= grown)
  const offloads = isLongerThan(input.tool_response, settingIn(settings, 'context.offload_chars'))
  writeLive(
    file,
    JSON.stringify({
      ...state,
      ...(!isSubagents && TOLD),
      reminded,
      ...(isGrown && { captured: size }),
      transcript: path,
      client: client.name,
      seen: now,
      ended: undefined,
    }),
  )
  const next = nextLook({
    fill,
    limits,
    at,
    captured: isGrown ? size : captured,
    grown,
    reminded,
    intervalMs,
    compactsFrom,
  })
  writeLive(
    liveFile(liveDir, session, 'next'),
    offloadsAtAll(settings) || waits ? '0 0 0\n' : `${next.size} ${next.until} ${next.tokens}\n`,
  )
  return { ...outputOf(spokenBy(event, heardIn(client, context.client, said), shown)), needsStore: isGrown || offloads }
}

function outputOf(output: string): Pick<QuickAnswer, 'output'> {
  return output === '' ? {} : { output }
}

/** Every output has to be looked at then. */
function offloadsAtAll(settings: Settings): boolean {
  return settingIn(settings, 'context.offload_chars') > 0
}

function isLongerThan(response: unknown, chars: number): boolean {
  return chars > 0 && response !== undefined && JSON.stringify(response).length > chars
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}

interface Looked {
  readonly fill: Fill
  readonly limits: Limits
  /** Where in the transcript the reply ends that the fill is from. */
  readonly at: number
  readonly captured: number
  /** Bytes of growth after which to capture; 0 for never. */
  readonly grown: number
  readonly reminded: Reminded | undefined
  readonly intervalMs: number
  /** Tokens from which on the client compacts, where hooks have to look before it does. */
  readonly compactsFrom: number
}

/** Replies are looked for near the end of a transcript only: after so many bytes all of it counts. */
const FURTHEST = 256 << 10

/**
 * Up to which size of the transcript, up to when in seconds (0 for no time) and below how many tokens of the last reply
 * nothing can have to be said or recorded.
 */
function nextLook({ fill, limits, at, captured, grown, reminded, intervalMs, compactsFrom }: Looked): {
  readonly size: number
  readonly until: number
  readonly tokens: number
} {
  const { warn, recommend, urgent, force } = limits
  const ahead = [warn, recommend, urgent, force].find((percent) => fill.percent < percent)
  const reminding = ahead === undefined ? Number.MAX_SAFE_INTEGER : (ahead / 100) * fill.window
  return {
    size: Math.min(at + FURTHEST, grown > 0 ? captured + grown : Number.MAX_SAFE_INTEGER),
    until: reminded === undefined ? 0 : Math.ceil((reminded.at + intervalMs) / 1000),
    // While no reply has said how much it used, and of which window, the first that does is looked at.
    tokens: fill.from === 'estimate' ? 1 : Math.floor(Math.min(reminding, compactsFrom)),
  }
}
