import type { ToolAct, ToolOutcome } from '../model/tool-act.ts'

/** A round as the digest reads it: what was said and what was done, in order. Plain values, whatever the client. */
export interface DigestRound {
  readonly round: number
  readonly at: string | null
  readonly events: readonly RoundEvent[]
}

export type RoundEvent = Said | Did

/** Words of the person or of the agent. */
export interface Said {
  readonly kind: 'said'
  readonly who: Speaker
  readonly text: string
}

export type Speaker = 'user' | 'agent'

/** A tool call and how it ended; `outcome` is null where no result came. */
export interface Did {
  readonly kind: 'did'
  readonly act: ToolAct
  readonly outcome: ToolOutcome | null
  /** The client's own name of the call. */
  readonly call?: string
}
