import { toUtc } from '../../model/time.ts'
import {
  type AboutSession as About,
  type Facts,
  initialAbout as initial,
  noteTime,
  noteUsage,
} from '../about-session.ts'
import { isObject, isText } from '../json-record.ts'
import type { Line } from './schema.ts'

/** What lines say about their session as a whole. */
export interface AboutSession extends About {
  /** A name that was given, else the first prompt. */
  titles: { given: string | null; prompt: string | null }
}

export function initialAbout(): AboutSession {
  return { ...initial(), titles: { given: null, prompt: null } }
}

/** Takes from a line what it says about the session. */
export function noteFacts(about: AboutSession, { type, timestamp, message, fields }: Line): void {
  const facts = about.facts as Facts
  noteTime(about, toUtc(timestamp))
  if (type === 'session') facts.cwd ??= isText(fields.cwd) ? fields.cwd : null
  if (type === 'session_info' && isText(fields.name)) about.titles.given = fields.name
  if ((type === 'session' || type === 'model_change') && isText(fields.modelId)) facts.model = fields.modelId
  if (message.role !== 'assistant') return
  if (isText(message.model)) facts.model = message.model
  noteUsage(about, tokensIn(message.usage), { isNew: true, provesWindow: true })
}

function tokensIn(usage: unknown): number {
  if (!isObject(usage)) return 0
  const counts = [usage.input, usage.output, usage.cacheRead, usage.cacheWrite]
  return counts.reduce((sum: number, count) => sum + (typeof count === 'number' && count > 0 ? count : 0), 0)
}
