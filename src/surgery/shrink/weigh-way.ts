import type { Plan } from '../../model/plan.ts'
import { noTokens } from '../../model/tokens.ts'
import { type Preview, previewOf } from '../preview.ts'
import { type Script, scriptOf } from '../script.ts'
import type { Subject } from '../subject.ts'
import { addLine } from '../weigh.ts'
import { recentRounds } from './ways.ts'

const OTHERS = ['tool_use', 'thinking', 'image'] as const

/** What a context would be, and what of it is no longer seen, in tokens. */
export interface Weighed {
  readonly tokensAfter: number
  readonly text: number
  readonly results: number
  /** Of these, those of the last rounds. */
  readonly recentResults: number
  /** Calls, thinking and pictures. */
  readonly others: number
  readonly roundsIndexed: number
  /** What misses the prompt cache. */
  readonly reread: number
}

/** Works a plan out, as far as it takes to compare it with others. */
export function weighWay(plan: Plan, subject: Subject): Weighed {
  const script = scriptOf(plan, [subject], { sessionId: subject.session })
  const preview = previewOf(script, [subject])
  const { tokensAfter, before, after, cache } = preview
  return {
    tokensAfter,
    text: Math.max(0, before.text - after.text),
    results: Math.max(0, before.tool_result - after.tool_result),
    recentResults: recentLeftOut(script, subject, preview),
    others: OTHERS.reduce((sum, kind) => sum + Math.max(0, before[kind] - after[kind]), 0),
    roundsIndexed: script.indexed.length,
    reread: cache.reread,
  }
}

function recentLeftOut({ steps }: Script, subject: Subject, { before }: Preview): number {
  const rounds = recentRounds(subject)
  const recent = new Set(rounds.flatMap(({ lines }) => lines))
  const all = subject.parts.reduce((sum, { tokens }) => sum + tokens.tool_result, 0)
  const [was, is] = [noTokens(), noTokens()]
  for (const { lines, charsAToken } of rounds) for (const line of lines) addLine(was, line, charsAToken)
  for (const step of steps) {
    if (step.kind === 'say') continue
    const { lines, charsAToken } = step.passage
    for (const line of lines) if (recent.has(line)) addLine(is, line, charsAToken, step.edits.get(line))
  }
  const scale = all === 0 ? 1 : before.tool_result / all
  return Math.max(0, Math.round((was.tool_result - is.tool_result) * scale))
}
