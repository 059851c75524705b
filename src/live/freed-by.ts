import { clientOf } from '../clients/client-of.ts'
import type { Plan } from '../model/plan.ts'
import type { Session } from '../model/session.ts'
import { WORTHWHILE_PERCENT } from '../pressure/advise.ts'
import { isAtLeast, type Level } from '../pressure/level.ts'
import type { Workspace } from '../record/workspace.ts'
import { contextSize } from '../surgery/context-size.ts'
import { weighWay } from '../surgery/shrink/weigh-way.ts'
import type { Subject } from '../surgery/subject.ts'
import { trim, trimDefaults } from '../surgery/trim.ts'
import { trimSettings } from '../surgery/trim-session.ts'

/** The shares of a context that trims free, in percent, as far as advice asks for them; null where it does not. */
export interface Freed {
  readonly trimFrees: number | null
  /** Where the trim spares no rounds, not even the last. */
  readonly trimAllFrees: number | null
}

/** The last rounds that an advised trim spares. */
const SPARED = 3

/** What a trim of a session would free, for advice at this level. Nothing is written, nor captured. */
export async function freedByTrim(
  workspace: Workspace,
  session: Session,
  subject: Subject,
  level: Level,
): Promise<Freed> {
  if (!isAtLeast(level, 'warn')) return { trimFrees: null, trimAllFrees: null }
  const defaults = { ...trimDefaults(clientOf(session).tools.trimmed), ...(await trimSettings(workspace, session)) }
  const trimFrees = freed(SPARED)
  return { trimFrees, trimAllFrees: trimFrees < WORTHWHILE_PERCENT ? freed(0) : null }

  /** A subagent's session is not resumed, and so not cut. */
  function freed(keepRecent: number): number {
    return session.facts.spawnedBy === null
      ? freedBy(subject, trim(subject, { ...defaults, keepRecent }, new Map()))
      : 0
  }
}

/** The share of a context that a plan frees, in percent with one decimal. */
export function freedBy(subject: Subject, plan: Plan): number {
  const before = contextSize(subject).context
  if (before === 0) return 0
  return Math.max(0, Math.round((1 - weighWay(plan, subject).tokensAfter / before) * 1000) / 10)
}
