import { toUtc } from '../../model/time.ts'
import {
  type AboutSession as About,
  type Facts,
  initialAbout as initial,
  noteTime,
  noteUsage,
} from '../about-session.ts'
import { isObject, isText, type Line, type Payload } from './schema.ts'
import { countedContext } from './token-count.ts'

/** What lines say about their session as a whole. */
export interface AboutSession extends About {
  /** A name that was given, else the first prompt. */
  titles: { given: string | null; prompt: string | null }
}

/** Takes from a line what it says about the session. */
export function noteFacts(about: AboutSession, line: Line): void {
  const facts = about.facts as Facts
  noteTime(about, toUtc(line.timestamp))
  const { payload } = line
  if (line.type === 'session_meta') noteOrigin(facts, payload)
  else if (line.type === 'turn_context') {
    if (isText(payload.model)) facts.model = payload.model
    facts.cwd ??= isText(payload.cwd) ? payload.cwd : null
  } else if (line.type === 'event_msg') noteEvent(about, line)
}

/** A file may hold the beginnings of the sessions that it goes on from; the first is its own. */
function noteOrigin(facts: Facts, meta: Payload): void {
  facts.cwd ??= isText(meta.cwd) ? meta.cwd : null
  facts.version ??= isText(meta.cli_version) ? meta.cli_version : null
  facts.branch ??= isObject(meta.git) && isText(meta.git.branch) ? meta.git.branch : null
  const parent = parentOf(meta)
  if (parent === undefined || facts.spawnedBy !== null) return
  facts.spawnedBy = { session: parent, toolUseId: null }
  facts.agent ??= isText(meta.agent_nickname) ? meta.agent_nickname : null
  facts.role ??= isText(meta.agent_role) ? meta.agent_role : 'subagent'
}

/** The session that started a subagent's; a fork's is told elsewhere. */
function parentOf({ parent_thread_id, source }: Payload): string | undefined {
  if (isText(parent_thread_id)) return parent_thread_id
  const subagent = isObject(source) ? source.subagent : undefined
  const spawn = isObject(subagent) ? subagent.thread_spawn : undefined
  return isObject(spawn) && isText(spawn.parent_thread_id) ? spawn.parent_thread_id : undefined
}

function noteEvent(about: AboutSession, line: Line): void {
  const { type, info, thread_name } = line.payload
  if (type === 'thread_name_updated' && isText(thread_name)) about.titles.given = thread_name
  if (type !== 'token_count' || !isObject(info)) return
  noteUsage(about, countedContext(line), { isNew: true, provesWindow: !isEstimate(info) })
  const { model_context_window: window } = info
  if (typeof window === 'number' && Number.isSafeInteger(window) && window > 0)
    (about.facts as Facts).contextWindow = window
}

/** Whether Stet wrote it: a sum without its parts. */
function isEstimate({ last_token_usage }: Readonly<Record<string, unknown>>): boolean {
  return isObject(last_token_usage) && last_token_usage.input_tokens === 0
}

export function initialAbout(): AboutSession {
  return { ...initial(), titles: { given: null, prompt: null } }
}
