import { highest, isAtLeast, type Level } from './level.ts'
import type { Limits } from './limits.ts'
import type { Signal } from './signals/signal.ts'

export interface Leveled {
  readonly level: Level
  /** The sign that asks for something to be done where the window has room; null where it is the window itself, or nothing does. */
  readonly sign: Signal | null
}

/** The highest of all signs, but for the number of messages: they alone force only where the window is rather full as well. */
export function levelOf(signals: readonly Signal[], percent: number, { warn }: Pick<Limits, 'warn'>): Leveled {
  const levels = signals.map(({ name, level }) =>
    name === 'messages' && level === 'force' && percent < warn ? 'recommend' : level,
  )
  const level = highest(levels)
  const isAsked = percent < warn && isAtLeast(level, 'warn')
  return { level, sign: isAsked ? signals[levels.indexOf(level)]! : null }
}
