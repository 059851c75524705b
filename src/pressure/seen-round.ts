import type { ToolAct, ToolOutcome } from '../model/tool-act.ts'

/** A call of a tool, with its result where it has one. */
export interface SeenCall {
  readonly act: ToolAct
  readonly outcome: ToolOutcome | undefined
}

/** A round as far as pressure looks at it. */
export interface SeenRound {
  readonly round: number
  /** What the person wrote. */
  readonly asked: string
  /** What the agent said, one text for each time it spoke. */
  readonly said: readonly string[]
  readonly calls: readonly SeenCall[]
}
