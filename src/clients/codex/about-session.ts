import { type Calibration, charsATokenIn, initialCalibration, noteContext } from '../../model/calibration.ts'
import { noFacts, type SessionFacts } from '../../model/session.ts'
import { toUtc } from '../../model/time.ts'
import { isObject, isText, type Line, type Payload } from './schema.ts'

/** What lines say about their session as a whole. Plain JSON. */
export interface AboutSession {
  facts: SessionFacts
  /** A name that was given, else the first prompt. */
  titles: { given: string | null; prompt: string | null }
  /** The time of the last line that has one. */
  lastTime: string | null
  calibration: Calibration
}

type Facts = { -readonly [K in keyof SessionFacts]: SessionFacts[K] }

/** Takes from a line what it says about the session. */
export function noteFacts(about: AboutSession, line: Line): void {
  const facts = about.facts as Facts
  const at = toUtc(line.timestamp)
  if (at) {
    about.lastTime = at
    if (!facts.started || at < facts.started) facts.started = at
    if (!facts.ended || at > facts.ended) facts.ended = at
  }
  const { payload } = line
  if (line.type === 'session_meta') noteOrigin(facts, payload)
  else if (line.type === 'turn_context') {
    if (isText(payload.model)) facts.model = payload.model
    facts.cwd ??= isText(payload.cwd) ? payload.cwd : null
  } else if (line.type === 'event_msg') noteEvent(about, payload)
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

function noteEvent(about: AboutSession, { type, info, thread_name }: Payload): void {
  if (type === 'thread_name_updated' && isText(thread_name)) about.titles.given = thread_name
  if (type !== 'token_count' || !isObject(info)) return
  const facts = about.facts as Facts
  const context = contextOf(info)
  if (context > 0) {
    facts.tokens = context
    noteContext(about.calibration, context, facts.model)
    facts.charsAToken = charsATokenIn(about.calibration, facts.model)
    facts.fixedTokens = about.calibration.fixed
  }
  if (context > facts.largestContext) facts.largestContext = context
}

/** Tokens that filled the model's window after a reply. */
function contextOf({ last_token_usage }: Readonly<Record<string, unknown>>): number {
  const total = isObject(last_token_usage) ? last_token_usage.total_tokens : 0
  return typeof total === 'number' && Number.isSafeInteger(total) && total > 0 ? total : 0
}

export function initialAbout(): AboutSession {
  return { titles: { given: null, prompt: null }, lastTime: null, facts: noFacts(), calibration: initialCalibration() }
}
