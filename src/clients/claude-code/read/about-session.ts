import { type Calibration, charsATokenIn, initialCalibration, noteContext } from '../../../model/calibration.ts'
import { noFacts, type SessionFacts } from '../../../model/session.ts'
import { toUtc } from '../../../model/time.ts'
import { isText, type Line } from '../schema.ts'
import { contextOf } from './measure.ts'

/** What lines say about their session as a whole. Plain JSON. */
export interface AboutSession {
  facts: SessionFacts
  /** By who gave them: a person, the client's model, an older client, or nobody, and then it is the first prompt. */
  titles: { custom: string | null; ai: string | null; summary: string | null; prompt: string | null }
  /** The time of the last line that has one. */
  lastTime: string | null
  calibration: Calibration
  /** The reply whose usage was taken last: a client writes it with each of its blocks. */
  reply: string | null
}

export interface LinePlace {
  readonly isSidechain: boolean
  /** Whether the file is a subagent's own; null while no line has told. */
  readonly isSubagentsFile: boolean | null
}

/** Takes from a line what it says about the session. */
export function noteFacts(about: AboutSession, line: Line, place: LinePlace): void {
  noteTitle(about, line)
  const facts = about.facts as { -readonly [K in keyof SessionFacts]: SessionFacts[K] }
  facts.cwd ??= isText(line.cwd) ? line.cwd : null
  if (isText(line.version)) facts.version = line.version
  if (isText(line.gitBranch)) facts.branch = line.gitBranch
  if (line.type === 'agent-name' && isText(line.agentName)) facts.agent = line.agentName
  if (isText(line.uuid)) {
    const at = toUtc(line.timestamp)
    if (at) about.lastTime = at
    if (at && (!facts.started || at < facts.started)) facts.started = at
    if (at && (!facts.ended || at > facts.ended)) facts.ended = at
  }
  if (place.isSidechain && place.isSubagentsFile !== false && isText(line.sessionId)) {
    facts.agent ??= isText(line.agentId) ? line.agentId : null
    facts.role ??= 'subagent'
    facts.spawnedBy ??= { session: line.sessionId, toolUseId: null }
  }
  if (!isOwnReply(line, place)) return
  facts.model = line.message?.model ?? null
  const context = contextOf(line.message?.usage)
  if (context > 0) facts.tokens = context
  const reply = line.message?.id ?? null
  if (context > 0 && (reply === null || reply !== about.reply)) {
    noteContext(about.calibration, context, facts.model)
    facts.charsAToken = charsATokenIn(about.calibration, facts.model)
    facts.fixedTokens = about.calibration.fixed
    about.reply = reply
  }
  if (context > facts.largestContext) facts.largestContext = context
}

export function titleOf({ titles }: AboutSession): string | null {
  return titles.custom ?? titles.ai ?? titles.summary ?? titles.prompt
}

export function initialAbout(): AboutSession {
  return {
    titles: { custom: null, ai: null, summary: null, prompt: null },
    lastTime: null,
    calibration: initialCalibration(),
    reply: null,
    facts: noFacts(),
  }
}

function noteTitle({ titles }: AboutSession, line: Line): void {
  if (line.type === 'custom-title' && isText(line.customTitle)) titles.custom = line.customTitle
  else if (line.type === 'ai-title' && isText(line.aiTitle)) titles.ai = line.aiTitle
  else if (line.type === 'summary' && isText(line.summary)) titles.summary = line.summary
}

/** A reply of a real model in this session; not an error the client wrote, nor a subagent's inside a main file. */
function isOwnReply(line: Line, { isSidechain, isSubagentsFile }: LinePlace): boolean {
  if (line.type !== 'assistant' || line.isApiErrorMessage || (isSidechain && isSubagentsFile === false)) return false
  return isText(line.message?.model) && line.message.model !== '<synthetic>'
}
