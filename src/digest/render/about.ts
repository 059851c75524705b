import type { Component } from '../../brief/facts/components.ts'

/** What a rendering says about where it comes from. */
export interface About {
  readonly session: string
  readonly title: string | null
  readonly cwd: string | null
  /** The client's file of it, for who has no Stet at hand. */
  readonly file?: string
  readonly tag: string
  /** The time it was made. */
  readonly at: string
  /** Rounds compressed this time, and the last round that any compression holds. */
  readonly turns: number
  readonly last: number
  /** Given where the prompt is to say what became of each part of the context. */
  readonly components?: readonly Component[]
  /** Given for a partial compression. */
  readonly scope?: Scope
  readonly inherited?: Inherited
}

export interface Scope {
  readonly range: readonly [from: number, to: number]
  readonly topic: string | null
  readonly priorTag: string | null
  readonly query: string | null
}

/** What a partial compression takes over from elsewhere, with where that is. */
export interface Inherited {
  readonly source: 'exact tag' | 'keyword match' | 'hybrid'
  readonly description: string
  readonly decisions: readonly {
    readonly tier: number
    readonly text: string
    readonly round: number
    readonly relevance: string
  }[]
  readonly constraints: readonly { readonly text: string; readonly round: number }[]
  readonly frameworks: readonly {
    readonly name: string
    readonly text: string
    readonly round: number
    readonly relevance: string
  }[]
  /** Decisions that say something else about the same thing: shown, never merged. */
  readonly contradictions: readonly { readonly inherited: string; readonly current: string; readonly round: number }[]
}
