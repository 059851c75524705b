import type { Fact } from '../pressure/fact.ts'
import type { Reminded } from '../pressure/reminder.ts'
import type { Cut } from '../pressure/replaced-text.ts'
import type { RunningState } from '../record/running/running-state.ts'

/** What hooks of a session remember from one to the next. Losing it costs a reminder more or less, nothing else. */
export interface HookState extends RunningState {
  readonly reminded?: Reminded | undefined
  /** How long the transcript was when it was last captured. */
  readonly captured?: number | undefined
  /** Turns that ended since. */
  readonly turns?: number | undefined
  readonly title?: string | undefined
  /** What the client's compaction must not lose: told to it, then looked for in its summary. */
  readonly guarded?: readonly Fact[] | undefined
  /** What that summary left out and the agent is to be told, once. */
  readonly leftOut?: readonly Fact[] | undefined
  /** What Stet did by itself and the agent is to be told, once. */
  readonly did?: string | undefined
  /** Whether it did, since the context was last below the last level. */
  readonly acted?: boolean | undefined
  /** The session that was made in place of a compaction, until the client compacts after all, or the session ends. */
  readonly cut?: (Cut & { readonly turn: unknown; readonly stops: number }) | undefined
  /** Whether the user and the agent still have to hear of it. */
  readonly isCutNews?: boolean | undefined
  /** What there is to say at the beginning, where the client can be told it with a prompt only. */
  readonly begun?: string | undefined
}
