import { CHARS_A_TOKEN } from '../model/tokens.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import { contextSize } from './context-size.ts'
import { openSubject } from './open-subject.ts'
import { numberOf, type Subject } from './subject.ts'

export interface Difference {
  readonly only_a: readonly string[]
  readonly only_b: readonly string[]
  readonly changed: readonly { readonly ref: string; readonly from: Shown; readonly to: Shown }[]
  readonly same: number
  readonly tokens_a: number
  readonly tokens_b: number
  /** Every round of either, in order: those of one alone are between those of both. */
  readonly rounds: readonly ComparedRound[]
}

/** A round in both contexts, or in one of them. */
export interface ComparedRound {
  readonly a: RoundInContext | null
  readonly b: RoundInContext | null
  readonly is_same: boolean
}

export interface RoundInContext {
  readonly round: number
  readonly shown: Shown
  /** Measured as in the first. */
  readonly tokens: number
}

/** How a round is shown in a context. */
type Shown = 'full' | 'partial' | 'indexed'

interface Found extends RoundInContext {
  readonly ref: string
  /** Characters that count; two are the same where these are. */
  readonly chars: number
}

/** Compares what two sessions' clients would send, round by round; rounds are told by their identity. */
export async function diff(workspace: Workspace, a: SessionRef, b: SessionRef): Promise<Difference> {
  const first = await openSubject(workspace, await sessionOf(workspace, a))
  const second = await openSubject(workspace, await sessionOf(workspace, b))
  const rate = rateOf(first)
  const [inA, inB] = [shownIn(first, rate), shownIn(second, rate)]
  const pairs = paired(inA, inB).map(({ a, b }) => told(a, b))
  return {
    only_a: pairs.flatMap(({ a, b }) => (a && !b ? [a.ref] : [])),
    only_b: pairs.flatMap(({ a, b }) => (b && !a ? [b.ref] : [])),
    changed: pairs.flatMap(({ a, b, isSame }) =>
      a && b && !isSame ? [{ ref: a.ref, from: a.shown, to: b.shown }] : [],
    ),
    same: pairs.filter(({ isSame }) => isSame).length,
    tokens_a: Math.round(contextSize(first).context),
    tokens_b: Math.round(contextSize(second).context),
    rounds: pairs.map(({ a, b, isSame }) => ({ a: outside(a), b: outside(b), is_same: isSame })),
  }
}

/** Rounds of both side by side, in the order of the first; those of the second alone come before the one they precede. */
function paired(inA: ReadonlyMap<string, Found>, inB: ReadonlyMap<string, Found>) {
  const pairs: { a: Found | undefined; b: Found | undefined }[] = []
  const others = [...inB]
  let at = 0
  const before = (isBefore: (id: string) => boolean) => {
    for (; at < others.length && isBefore(others[at]![0]); at++)
      if (!inA.has(others[at]![0])) pairs.push({ a: undefined, b: others[at]![1] })
  }
  for (const [id, a] of inA) {
    if (inB.has(id)) before((other) => other !== id)
    pairs.push({ a, b: inB.get(id) })
  }
  before(() => true)
  return pairs
}

/** One that is there in both, but smaller in one, is not whole in that one, whatever is noted of it. */
function told(a: Found | undefined, b: Found | undefined) {
  if (!a || !b) return { a, b, isSame: false }
  if (a.shown !== b.shown || a.chars === b.chars) return { a, b, isSame: a.shown === b.shown }
  const part = (one: Found, other: Found): Found => (one.chars < other.chars ? { ...one, shown: 'partial' } : one)
  return { a: part(a, b), b: part(b, a), isSame: false }
}

function outside(found: Found | undefined): RoundInContext | null {
  return found ? { round: found.round, shown: found.shown, tokens: Math.round(found.tokens) } : null
}

/** Tokens that a character costs in a session: both are measured by the first, or a round would differ that is the same. */
function rateOf(subject: Subject): number {
  const charsAToken = subject.parts[0]?.charsAToken ?? CHARS_A_TOKEN
  return contextSize(subject).scale / charsAToken
}

function shownIn(subject: Subject, rate: number): ReadonlyMap<string, Found> {
  const rounds = new Map<string, Found>()
  for (const part of subject.parts) {
    if (part.kind === 'round' || part.kind === 'rest') {
      const round = numberOf(part)
      const chars = part.lines.reduce((sum, { blocks }) => sum + blocks.reduce((all, { size }) => all + size, 0), 0)
      rounds.set(part.ref.roundId, {
        round,
        ref: `${subject.session}:${round}`,
        shown: part.kind === 'rest' || part.isPartial ? 'partial' : 'full',
        tokens: chars * rate,
        chars,
      })
    }
    if (part.kind === 'index')
      for (const { ref, number: round } of part.rounds)
        rounds.set(ref.roundId, { round, ref: `${subject.session}:${round}`, shown: 'indexed', tokens: 0, chars: 0 })
  }
  return rounds
}
