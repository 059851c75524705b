import type { Entry } from '../entries/entry.ts'
import type { Component } from '../facts/components.ts'
import type { Word } from '../words/word.ts'

/** What a text says about where it comes from. */
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
  readonly scope?: Scope | undefined
  readonly inherited?: Inherited | undefined
  /** Lines of states that were made before there were entries. */
  readonly unsourced?: readonly Unsourced[]
}

export interface Scope {
  readonly range: readonly [from: number, to: number]
  readonly topic: string | null
  readonly priorTag: string | null
  readonly query: string | null
}

/** A line that Stet 0.1 wrote by itself. Nobody can say who said so: it is for the archive only, until an entry replaces it. */
export interface Unsourced {
  readonly kind: 'decision' | 'rule' | 'fact' | 'open' | 'error'
  readonly text: string
  readonly round: number
}

/** What is said of such a line. */
export const UNSOURCED = 'written by Stet 0.1 without a source'

/** An entry that is taken over, with what it shares with the rounds or the words that were asked for. */
export interface Carried {
  readonly entry: Entry
  readonly relevance: string
}

/** What a partial compression takes over from elsewhere, with where that is. */
export interface Inherited {
  readonly source: 'exact tag' | 'keyword match' | 'hybrid'
  readonly description: string
  readonly entries: readonly Carried[]
  /** What was said there about it, where nobody wrote entries. */
  readonly words: readonly Word[]
  readonly unsourced: readonly Unsourced[]
  /** Decisions of then and now of which one turns down what the other chose: shown, never merged. */
  readonly contradictions: readonly { readonly inherited: string; readonly current: string; readonly round: number }[]
}
