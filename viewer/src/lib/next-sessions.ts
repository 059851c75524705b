import type { Sessions } from './names.ts'
import type { Session } from './types.ts'

/** A context that is this full, in percent, is worth a cut. */
export const WORTH = 60
/** What was left longer ago is left for good. */
const LATELY_MS = 14 * 86_400_000

/**
 * What asks for something now: the sessions that run, the fullest first; then full ones that were left lately and that
 * no cut went on from.
 */
export function nextOf(sessions: readonly Session[], all: Sessions, now = new Date()): readonly Session[] {
  const since = new Date(now.getTime() - LATELY_MS).toISOString()
  const byFill = (a: Session, b: Session) => b.percent - a.percent
  const live = sessions.filter((one) => one.live).sort(byFill)
  const full = sessions
    .filter((one) => !one.live && one.percent >= WORTH && (one.ended ?? '') >= since && !isContinued(one, all))
    .sort(byFill)
  return [...live.slice(0, 4), ...full.slice(0, 4)].slice(0, 6)
}

/** Whether something was cut from it, or it was continued elsewhere; its subagents are no continuation. */
function isContinued({ children }: Session, all: Sessions): boolean {
  return children.some((id) => all.get(id)?.spawned_by === null)
}
