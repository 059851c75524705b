import { type Calibration, charsATokenIn, initialCalibration, noteContext } from '../../model/calibration.ts'
import { noFacts, type SessionFacts } from '../../model/session.ts'
import { notBefore } from '../../model/time.ts'

/** What lines say about their session as a whole, whoever wrote them. Plain JSON. */
export interface About {
  facts: SessionFacts
  /** The time of the last line that has one. */
  lastTime: string | null
  calibration: Calibration
}

export interface AboutSession extends About {
  /** A name that was given, by a person or the client, else the first prompt. */
  titles: { given: string | null; prompt: string | null }
}

export type Facts = { -readonly [K in keyof SessionFacts]: SessionFacts[K] }

export function initialAbout(): AboutSession {
  return { ...nothingKnown(), titles: { given: null, prompt: null } }
}

/** For a client whose titles are of more kinds. */
export function nothingKnown(): About {
  return { facts: noFacts(), lastTime: null, calibration: initialCalibration() }
}

/** Takes the time of a line. */
export function noteTime(about: About, at: string | undefined): void {
  if (!at) return
  const facts = about.facts as Facts
  about.lastTime = at
  if (!facts.started || at < facts.started) facts.started = at
  if (!facts.ended || at > facts.ended) facts.ended = at
}

interface UsageOptions {
  /** False for a reply whose usage was taken before. */
  readonly isNew: boolean
  /** Whether so many tokens were sent, and fit: what Stet wrote is an estimate. */
  readonly provesWindow: boolean
}

/** Takes how many tokens a reply says were sent. */
export function noteUsage(
  { facts: known, calibration }: About,
  context: number,
  { isNew, provesWindow }: UsageOptions,
): void {
  if (context <= 0) return
  const facts = known as Facts
  facts.tokens = context
  if (context > facts.largestContext && provesWindow) facts.largestContext = context
  if (!isNew) return
  noteContext(calibration, context, facts.model)
  facts.charsAToken = charsATokenIn(calibration, facts.model)
  facts.fixedTokens = calibration.fixed
}

/** The sum of those that are counts of tokens. */
export function tokenSum(counts: readonly unknown[]): number {
  return counts.reduce((sum: number, count) => sum + (isCount(count) ? count : 0), 0)
}

/** Whether it is a count of tokens, of some at least. */
export function isCount(count: unknown): count is number {
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0
}

/** The time of the newest line; in a session that an operation wrote never before that. */
export function lastTimeOf({ facts, lastTime }: About): string | null {
  return notBefore(facts.surgery?.at, lastTime)
}

/** The agent that wrote the lines, for a subagent's file. */
export function agentOf({ facts }: About): string | null {
  return facts.spawnedBy === null ? null : facts.agent
}
