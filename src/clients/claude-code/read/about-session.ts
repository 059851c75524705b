import { toUtc } from '../../../model/time.ts'
import { type About, type Facts, noteTime, noteUsage, nothingKnown } from '../../kit/about-session.ts'
import { isText, type Line } from '../schema.ts'
import { contextOf } from './measure.ts'

/** What lines say about their session as a whole. */
export interface AboutSession extends About {
  /** By who gave them: a person, the client's model, an older client, or nobody, and then it is the first prompt. */
  titles: { custom: string | null; ai: string | null; summary: string | null; prompt: string | null }
  /** Summaries that came before the line they are of; most are of another session, and theirs never comes. */
  awaited: Readonly<Record<string, string>>
  /** The reply whose usage was taken last: a client writes it with each of its blocks. */
  reply: string | null
}

export interface Around {
  readonly isSidechain: boolean
  /** Whether the file is a subagent's own; null while no line has told. */
  readonly isSubagentsFile: boolean | null
  /** Whether a line of this id is among the last ones. */
  readonly isNear: (uuid: string) => boolean
}

/** No client wrote more summaries at the head of a file. */
const AWAITED = 64

/** Takes from a line what it says about the session. */
export function noteFacts(about: AboutSession, line: Line, side: Around): void {
  noteTitle(about, line, side)
  const facts = about.facts as Facts
  facts.cwd ??= isText(line.cwd) ? line.cwd : null
  if (isText(line.version)) facts.version = line.version
  if (isText(line.gitBranch)) facts.branch = line.gitBranch
  if (line.type === 'agent-name' && isText(line.agentName)) facts.agent = line.agentName
  if (isText(line.uuid)) noteTime(about, toUtc(line.timestamp))
  if (side.isSidechain && side.isSubagentsFile !== false && isText(line.sessionId)) {
    facts.agent ??= isText(line.agentId) ? line.agentId : null
    facts.role ??= 'subagent'
    facts.spawnedBy ??= { session: line.sessionId, toolUseId: null }
  }
  if (!isOwnReply(line, side)) return
  facts.model = line.message?.model ?? null
  const context = contextOf(line.message?.usage)
  const reply = line.message?.id ?? null
  noteUsage(about, context, { isNew: reply === null || reply !== about.reply, provesWindow: !isEstimate(about, line) })
  if (context > 0) about.reply = reply
}

/** Whether Stet wrote a reply's usage: all of it as input that was in no cache, which no long context of the client's is. */
function isEstimate({ facts }: AboutSession, { message }: Line): boolean {
  const { cache_creation_input_tokens, cache_read_input_tokens } = message?.usage ?? {}
  return facts.surgery !== null && cache_creation_input_tokens === 0 && cache_read_input_tokens === 0
}

export function titleOf({ titles }: AboutSession): string | null {
  return titles.custom ?? titles.ai ?? titles.summary ?? titles.prompt
}

export function initialAbout(): AboutSession {
  return {
    ...nothingKnown(),
    titles: { custom: null, ai: null, summary: null, prompt: null },
    awaited: {},
    reply: null,
  }
}

function noteTitle(about: AboutSession, line: Line, { isNear }: Around): void {
  const { titles, awaited } = about
  if (line.type === 'custom-title' && isText(line.customTitle)) titles.custom = line.customTitle
  else if (line.type === 'ai-title' && isText(line.aiTitle)) titles.ai = line.aiTitle
  else if (line.type === 'summary' && isText(line.summary)) {
    const leaf = about.facts.surgery || !isText(line.leafUuid) ? undefined : line.leafUuid
    if (leaf === undefined || isNear(leaf)) titles.summary = line.summary
    else about.awaited = Object.fromEntries([...Object.entries(awaited), [leaf, line.summary]].slice(-AWAITED))
  } else if (isText(line.uuid) && Object.hasOwn(awaited, line.uuid)) titles.summary = awaited[line.uuid]!
}

/** A reply of a real model in this session; not an error the client wrote, nor a subagent's inside a main file. */
function isOwnReply(line: Line, { isSidechain, isSubagentsFile }: Around): boolean {
  if (line.type !== 'assistant' || line.isApiErrorMessage || (isSidechain && isSubagentsFile === false)) return false
  return isText(line.message?.model) && line.message.model !== '<synthetic>'
}
