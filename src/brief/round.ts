import type { ToolAct, ToolOutcome } from '../model/tool-act.ts'

/** A round as a brief reads it: what was said and what was done, in order. Plain values, whatever the client. */
export interface BriefRound {
  readonly round: number
  readonly at: string | null
  /** The folder that the session works in, where it is known: paths of commands are of it. */
  readonly cwd?: string
  readonly events: readonly RoundEvent[]
}

export type RoundEvent = Said | Did

/** Words of the person or of the agent. */
export interface Said {
  readonly kind: 'said'
  readonly who: Speaker
  readonly text: string
  /** How the words came, where it was not as a message. */
  readonly via?: Via
}

export type Speaker = 'user' | 'agent'

/** Typed while a turn ran, with the refusal of a call, beside a result, as the answer to a question, or after a slash command. */
export type Via = 'queued' | 'refusal' | 'note' | 'answer' | 'command'

/** A tool call and how it ended; `outcome` is null where no result came. */
export interface Did {
  readonly kind: 'did'
  readonly act: ToolAct
  readonly outcome: ToolOutcome | null
  /** The client's own name of the call. */
  readonly call?: string
  /** The tool, and what it was given as the client recorded it: claims are checked against all of it. */
  readonly tool?: string
  readonly input?: unknown
  /** The folder that its shell was in, where the client noted it. */
  readonly folder?: string
  /** The session of the subagent that did it. */
  readonly agent?: string
}
