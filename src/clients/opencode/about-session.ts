import {
  type AboutSession as About,
  type Facts,
  initialAbout as initial,
  noteTime,
  noteUsage,
} from '../about-session.ts'
import { isObject, isText } from '../json-record.ts'
import { type Line, timeIn } from './schema.ts'

/** What records say about their session as a whole. */
export interface AboutSession extends About {
  /** What the client calls it, else the first prompt. */
  titles: { given: string | null; prompt: string | null }
}

export function initialAbout(): AboutSession {
  return { ...initial(), titles: { given: null, prompt: null } }
}

/** Takes what the document says of itself. */
export function noteSession(about: AboutSession, { info }: Line): void {
  const facts = about.facts as Facts
  noteTime(about, timeIn(info, 'created'))
  if (isText(info.title)) about.titles.given = info.title
  if (isText(info.directory)) facts.cwd ??= info.directory
  if (isText(info.parentID)) facts.role = 'subagent'
}

export function noteMessage(about: AboutSession, { info }: Line): void {
  const facts = about.facts as Facts
  noteTime(about, timeIn(info, 'created'))
  if (info.role !== 'assistant') return
  noteTime(about, timeIn(info, 'completed'))
  if (isText(info.modelID)) facts.model = info.modelID
  noteUsage(about, tokensIn(info.tokens), { isNew: true, provesWindow: true })
}

/** Tokens in the window after a reply: what was sent, from a cache or not, and what was answered. */
function tokensIn(tokens: unknown): number {
  if (!isObject(tokens)) return 0
  const cache = isObject(tokens.cache) ? tokens.cache : {}
  const counts = [tokens.input, cache.read, cache.write, tokens.output]
  return counts.reduce((sum: number, count) => sum + (typeof count === 'number' && count > 0 ? count : 0), 0)
}
