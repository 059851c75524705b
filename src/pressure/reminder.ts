import { fillLevel } from './fill-level.ts'
import { isAtLeast, type Level } from './level.ts'
import type { Limits } from './limits.ts'

/** What was last said to the agent of a session. */
export interface Reminded {
  readonly level: Level
  /** In milliseconds. */
  readonly at: number
}

/** A skill as it is called in a client. */
export type SkillName = (skill: string) => string

/** What to tell the agent at this percentage, and how the client calls what it names; nothing below the first limit. */
function reminderText(percent: number, limits: Limits, nameOf: SkillName): string | undefined {
  const pct = Math.floor(percent)
  const trim = nameOf('trim')
  const rollover = nameOf('rollover')
  if (pct >= limits.force)
    return `<system-reminder>Context at ${pct}%. Stop what you are doing and use /rollover now, or run \`stet rollover latest\`: lossy auto-compaction is due. Here /rollover is ${rollover}.</system-reminder>`
  if (pct >= limits.urgent)
    return `<system-reminder>Context at ${pct}%. Use /trim or /rollover now to avoid lossy auto-compaction at ${limits.force}%. Here they are ${trim} and ${rollover}.</system-reminder>`
  if (pct >= limits.recommend)
    return `<system-reminder>Context at ${pct}%. Recommend /trim soon, or /rollover if trim isn't helping. Here they are ${trim} and ${rollover}.</system-reminder>`
  if (pct >= limits.warn)
    return `<system-reminder>Context at ${pct}%. Consider /trim if response quality feels degraded. Here it is ${trim}.</system-reminder>`
  return undefined
}

interface Speaking {
  readonly limits: Limits
  readonly now: number
  readonly intervalMs: number
  readonly nameOf: SkillName
}

/** A sentence of its own, while there is room to write: what an agent writes down is not lost by what comes next. */
const HANDOFF =
  '<system-reminder>Run `stet handoff` (or the tool handoff) once and write down what this session means, before context is lost.</system-reminder>'

/**
 * Whether to speak now, and what to remember. One reminder in an interval; a higher level speaks at once; below the
 * first limit everything is forgotten.
 */
export function remind(
  percent: number,
  last: Reminded | undefined,
  { limits, now, intervalMs, nameOf }: Speaking,
): { readonly text?: string; readonly handoff?: string; readonly reminded: Reminded | undefined } {
  const level = fillLevel(Math.floor(percent), limits)
  const text = reminderText(percent, limits, nameOf)
  if (text === undefined) return { reminded: undefined }
  const isHigher = !last || (level !== last.level && isAtLeast(level, last.level))
  const isDue = !last || now - last.at >= intervalMs || now < last.at
  if (!isHigher && !isDue) return { reminded: last }
  const asks = level === 'recommend' && last?.level !== level
  return { text, ...(asks && { handoff: HANDOFF }), reminded: { level, at: now } }
}
