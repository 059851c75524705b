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
  /** The last round that it is of, where that is not the last one there was: a client's summary tells what held at a compaction. */
  readonly through?: number
}

/**
 * `validated`: a test that passed or a command that ran is behind it; `heuristic`: checked; `archive`: unchecked. The numbers are
 * those that states have.
 */
export const TIERS = { validated: 0.9, heuristic: 0.6, archive: 0.2 } as const

export type Tier = keyof typeof TIERS

/** What was not taken, and why. */
export interface Refused {
  readonly id: string
  readonly text: string
  readonly why: string
}

/** What a session's entries are now, and what was refused on the way. */
export interface Entries {
  readonly current: readonly Entry[]
  /** Superseded or ended, the newest last. */
  readonly over: readonly Entry[]
  readonly refused: readonly Refused[]
}

/**
 * The entries there were and those that were accepted since. One that nothing supersedes or ends stays as it is, to the byte;
 * one that is given again stands in its old place.
 */
export function mergeEntries(before: readonly Entry[], accepted: readonly Entry[]): readonly Entry[] {
  return [...new Map([...before, ...accepted].map((entry) => [entry.id, entry])).values()]
}

/** What holds, and what does not any more: it has an end, or a later entry that took its place. */
export function entriesNow(entries: readonly Entry[], refused: Entries['refused'] = []): Entries {
  const superseded = new Set(entries.flatMap(({ id, supersedes = [] }) => supersedes.filter((one) => one !== id)))
  const isOver = ({ id, over }: Entry) => over !== undefined || superseded.has(id)
  return { current: entries.filter((entry) => !isOver(entry)), over: entries.filter(isOver), refused }
}

/** An entry in one line: its id and kind, the text, who said it, the round, and the words that are behind it. */
export function entryLine({ id, kind, text, by, rounds, quotes, until, over }: Entry): string {
  const more = [
    ...(until === undefined ? [] : [`, until ${until}`]),
    ...(over === undefined ? [] : [`, over since round ${over}`]),
    ...(quotes.length === 0 ? [] : [`; ${quotes.map(({ round, words }) => `r${round} “${words}”`).join(', ')}`]),
  ]
  return `${id} ${kind}: ${text} (${by}, round ${rounds.join(', ')}${more.join('')})`
}
