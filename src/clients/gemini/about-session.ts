import { toUtc } from '../../model/time.ts'
import {
  type AboutSession as About,
  type Facts,
  initialAbout as initial,
  noteTime,
  noteUsage,
} from '../about-session.ts'
import { isObject, isText, type Line, partsOf, textOf } from './schema.ts'

/** What lines say about their session as a whole. */
export interface AboutSession extends About {
  /** What the client calls it, else the first prompt. */
  titles: { given: string | null; prompt: string | null }
}

export function initialAbout(): AboutSession {
  return { ...initial(), titles: { given: null, prompt: null } }
}

/** Takes what a file begins with, or what changes it. */
export function noteAbout(about: AboutSession, { fields }: Line): void {
  const facts = about.facts as Facts
  noteTime(about, toUtc(fields.startTime))
  noteTime(about, toUtc(fields.lastUpdated))
  if (isText(fields.summary)) about.titles.given = fields.summary
  if (fields.kind === 'subagent') facts.role = 'subagent'
  const [folder] = Array.isArray(fields.directories) ? fields.directories : []
  if (isText(folder)) facts.cwd ??= folder
}

/** Takes from a message what it says about the session; `isAgain` for one whose like was taken before. */
export function noteMessage(about: AboutSession, line: Line, { isAgain }: { readonly isAgain: boolean }): void {
  const facts = about.facts as Facts
  const { type, fields } = line
  if (!isAgain) noteTime(about, toUtc(line.timestamp))
  if (type === 'user') facts.cwd ??= folderIn(partsOf(fields.content).map(textOf)[0] ?? '')
  if (type !== 'gemini') return
  if (isText(fields.model)) facts.model = fields.model
  noteUsage(about, tokensIn(fields.tokens), { isNew: !isAgain, provesWindow: !isEstimate(fields.tokens) })
}

/** Whether Stet wrote it: a sum without its parts. */
function isEstimate(tokens: unknown): boolean {
  return isObject(tokens) && tokens.input === 0
}

/** Where the agent works, as the client tells the model at the beginning. */
function folderIn(text: string): string | null {
  if (!text.startsWith('<session_context>')) return null
  return /^- \*\*Workspace Directories:\*\*\n {2}- (.+)$/m.exec(text)?.[1] ?? null
}

/** Tokens in the window after a reply: what was sent and what was answered. Thoughts are not sent again. */
export function tokensIn(tokens: unknown): number {
  if (!isObject(tokens)) return 0
  return [tokens.input, tokens.output].reduce(
    (sum: number, count) => sum + (typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0),
    0,
  )
}
