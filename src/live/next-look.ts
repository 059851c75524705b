import type { Fill } from '../pressure/fill.ts'
import type { Limits } from '../pressure/limits.ts'
import type { Reminded } from '../pressure/reminder.ts'

interface Looked {
  readonly fill: Fill
  readonly limits: Limits
  /** Where in the transcript the reply ends that the fill is from. */
  readonly at: number
  readonly captured: number
  /** Bytes of growth after which to capture; 0 for never. */
  readonly grown: number
  readonly reminded: Reminded | undefined
  readonly intervalMs: number
  /** Tokens from which on the client compacts, where hooks have to look before it does. */
  readonly compactsFrom: number
}

/** Replies are looked for near the end of a transcript only: after so many bytes all of it counts. */
const FURTHEST = 256 << 10

/**
 * Up to which size of the transcript, up to when in seconds (0 for no time) and below how many tokens of the last reply
 * nothing can have to be said or recorded.
 */
export function nextLook({ fill, limits, at, captured, grown, reminded, intervalMs, compactsFrom }: Looked): {
  readonly size: number
  readonly until: number
  readonly tokens: number
} {
  const { warn, recommend, urgent, force } = limits
  const ahead = [warn, recommend, urgent, force].find((percent) => fill.percent < percent)
  const reminding = ahead === undefined ? Number.MAX_SAFE_INTEGER : (ahead / 100) * fill.window
  return {
    size: Math.min(at + FURTHEST, grown > 0 ? captured + grown : Number.MAX_SAFE_INTEGER),
    until: reminded === undefined ? 0 : Math.ceil((reminded.at + intervalMs) / 1000),
    // While no reply has said how much it used, and of which window, the first that does is looked at.
    tokens: fill.from === 'estimate' ? 1 : Math.floor(Math.min(reminding, compactsFrom)),
  }
}
