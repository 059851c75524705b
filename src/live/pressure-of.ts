import { openThreads } from '../brief/session-brief.ts'
import type { Advice } from '../pressure/advise.ts'
import { fillOfSession } from '../pressure/fill-of-session.ts'
import { isAtLeast, type Level } from '../pressure/level.ts'
import { levelOf } from '../pressure/level-of.ts'
import { limitsOf } from '../pressure/limits-of.ts'
import type { Signal } from '../pressure/signals/signal.ts'
import { signalsOf } from '../pressure/signals-of.ts'
import { caughtUp } from '../record/capture/caught-up.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import { contextSize } from '../surgery/context-size.ts'
import { openSubject } from '../surgery/open-subject.ts'
import { adviceOn } from './advice-on.ts'
import { type Breakdown, breakdownOf } from './breakdown.ts'
import { seenRounds } from './seen-rounds.ts'

export interface PressureReport {
  readonly session: string
  readonly percent: number
  readonly tokens: number
  readonly window: number
  /** How the percentage is known. */
  readonly from: 'status-line' | 'usage' | 'estimate'
  readonly level: Level
  readonly signals: readonly Signal[]
  readonly breakdown: Breakdown
  readonly advice: Advice
}

/** How full a session's context is, the signs that it is too full, what fills it, and what to do. */
export async function pressureOf(workspace: Workspace, reference: SessionRef): Promise<PressureReport> {
  const settings = (await workspace.settings?.()) ?? {}
  const limits = limitsOf(settings)
  const session = await caughtUp(workspace, await sessionOf(workspace, reference))
  const subject = await openSubject(workspace, session)
  const fill = fillOfSession(workspace, session, Math.round(contextSize(subject).context), settings)
  const signals = signalsOf(fill, await seenRounds(workspace, session), limits)
  const { level, sign } = levelOf(signals, fill.percent, limits)
  const open = isAtLeast(level, 'warn') ? await openThreads(workspace, session) : null
  const { tokens, window, percent, from } = fill
  return {
    session: session.id,
    percent,
    tokens,
    window,
    from,
    level,
    signals,
    breakdown: breakdownOf(subject, tokens),
    advice: await adviceOn(workspace, session, subject, { fill, level, sign, limits, open }),
  }
}
