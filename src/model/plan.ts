import type { RoundId, SessionId } from './id.ts'

/** A round by where its lines are recorded. */
export interface RoundRef {
  readonly session: SessionId
  readonly round: number
  readonly roundId: RoundId
}

/**
 * How one block is shown: `ref` and `summary` are a line that says where it is, `head` its first characters and such a
 * line, with pictures or without; `again` and `superseded` name the round that says the same, or newer, once more; `said` is a summary in its place.
 */
export type Form =
  | 'full'
  | 'ref'
  | 'summary'
  | 'omit'
  | 'without-images'
  | { readonly head: number; readonly images?: 'omit' }
  | { readonly again: number }
  | { readonly superseded: number }
  | { readonly said: string }

/** How a round is shown. What people and the agent said is always whole: there is no form for it. */
export interface Fidelity {
  readonly thinking: 'full' | 'ref' | 'omit'
  readonly tool_use: 'full' | 'summary' | 'omit'
  readonly tool_result: 'full' | 'summary' | 'omit' | { readonly head: number }
  readonly image: 'full' | 'omit'
}

/** What Stet says in its own words in a context: the legend of a merge, where the context comes from, a summary. */
export type TextOrigin = 'legend' | 'lineage' | 'summary'

export type Piece =
  | {
      readonly kind: 'round'
      readonly ref: RoundRef
      readonly fidelity: Fidelity
      /** Block by block, where it is not as the round's fidelity says. */
      readonly blocks?: Readonly<Record<string, Form>>
    }
  /** One message with a row for each round, and the agent's word that it has read it. */
  | { readonly kind: 'index'; readonly refs: readonly RoundRef[]; readonly ack: boolean }
  | { readonly kind: 'text'; readonly text: string; readonly origin: TextOrigin; readonly ack: boolean }

/** The name of the command that made it. */
export type OperationKind = string

/** The outcome of an operation before it is written: which rounds, at which fidelity, in which order. Plain JSON. */
export interface Plan {
  readonly pieces: readonly Piece[]
  /** True where nothing is kept that is not among the pieces. */
  readonly isAlone?: true
  /** Blocks that belong to no round, and are kept, but not whole. */
  readonly besides?: Readonly<Record<string, Form>>
  readonly sources: readonly SessionId[]
  readonly target: {
    readonly client: string
    /** What the new session is for, where an operation makes several: the engagement of a split. */
    readonly name: string | null
    /** What the new session is called, where somebody said so. */
    readonly title?: string
    /** Whether rounds get numbers of their own; else they keep those they have. */
    readonly renumbers: boolean
  }
  readonly lineage: {
    readonly kind: OperationKind
    readonly parents: readonly SessionId[]
    readonly params: Readonly<Record<string, unknown>>
  }
}
