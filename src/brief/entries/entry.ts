import type { Speaker } from '../round.ts'

export const ENTRY_KINDS = ['task', 'rule', 'decision', 'fact', 'error', 'open', 'next', 'idea', 'check'] as const

export type EntryKind = (typeof ENTRY_KINDS)[number]

/** A meaning that somebody wrote down, proven against the record. It is never rewritten: a later one supersedes it. */
export interface Entry {
  /** Unique in a session's entries, such as `e12`. */
  readonly id: string
  readonly kind: EntryKind
  readonly text: string
  readonly rounds: readonly number[]
  /** Who said it in the session; `you` is whoever wrote the entry. */
  readonly by: Speaker | 'you'
  /** The round in which the user agreed to what the agent had put forward. */
  readonly agreed?: number
  readonly quotes: readonly Quote[]
  readonly why?: { readonly text: string; readonly round?: number }
  readonly rejected?: readonly { readonly what: string; readonly why?: string }[]
  readonly until?: string
  readonly waits_for?: string
  readonly supersedes?: readonly string[]
  /** The round that ended it; absent while it is current. */
  readonly over?: number
  readonly source: EntrySource
  readonly tier: Tier
}

/** Words of a round, as they are written there. */
export interface Quote {
  readonly round: number
  readonly words: string
}

/** Who wrote an entry down, when, and in which session. */
export interface EntrySource {
  readonly writer: 'agent' | 'client' | 'model' | 'user'
  /** The model or client, such as `claude-code` or `claude -p`. */
  readonly name: string
  readonly session: string
  readonly at: string
}

/** `validated`: a test that passed or a command that ran is behind it; `heuristic`: checked; `archive`: unchecked. */
export const TIERS = ['validated', 'heuristic', 'archive'] as const

export type Tier = (typeof TIERS)[number]

/** What a session's entries are now, and what was refused on the way. */
export interface Entries {
  readonly current: readonly Entry[]
  /** Superseded or ended, the newest last. */
  readonly over: readonly Entry[]
  readonly refused: readonly { readonly id: string; readonly text: string; readonly why: string }[]
}
