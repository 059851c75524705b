import type { Level } from './level.ts'
import type { Limits } from './limits.ts'

/** What a percentage alone says. */
export function fillLevel(percent: number, { warn, recommend, urgent, force }: Limits): Level {
  if (percent >= force) return 'force'
  if (percent >= urgent) return 'urgent'
  if (percent >= recommend) return 'recommend'
  return percent >= warn ? 'warn' : 'ok'
}
