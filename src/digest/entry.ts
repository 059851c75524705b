import type { TestResult } from '../model/test-result.ts'
import type { Speaker } from './round.ts'

/** Where an entry was seen: its round, and its place among the entries of that round. */
interface Seen {
  readonly round: number
  readonly place: number
}

/** Something that happened to a file. `from` and `to` name what it held before and after, or the texts exchanged. */
export interface FileEntry extends Seen {
  readonly kind: 'file'
  readonly path: string
  readonly change: 'create' | 'modify' | 'delete' | 'move' | 'read' | 'restore'
  /** Functions, classes, keys or headings that the change is about. */
  readonly symbols: readonly string[]
  readonly from: string | null
  readonly to: string | null
}

/** A command that ran. */
export interface RunEntry extends Seen {
  readonly kind: 'run'
  /** As it was given, on one line. */
  readonly command: string
  /** The same for a rerun. */
  readonly key: string
  readonly failed: boolean
  readonly exit: number | null
  /** False for one that only looks around. */
  readonly isNotable: boolean
  readonly test: TestResult | null
  /** Keys of the errors it printed. */
  readonly errors: readonly string[]
  /** Whether it undid everything not yet committed, or committed. */
  readonly effect: 'commit' | 'reset' | null
}

export interface ErrorEntry extends Seen {
  readonly kind: 'error'
  readonly text: string
  /** The same for the same error, wherever its numbers and paths differ. */
  readonly key: string
  /** Of the command or file it came from. */
  readonly source: string
  readonly names: readonly string[]
}

export type ProseKind = 'decision' | 'constraint' | 'fact' | 'thread' | 'closing' | 'goal'

/** What somebody said, in his own words. */
export interface ProseEntry extends Seen {
  readonly kind: ProseKind
  readonly who: Speaker
  readonly text: string
  readonly names: readonly string[]
  /** 0 to 1: how sure it is that the sentence is of this kind. */
  readonly sure: number
  /** Of a decision: why, and what was turned down. */
  readonly why?: string
  readonly rejected?: readonly string[]
  /** Of a thread: open only as long as no other round follows. */
  readonly isLast?: true
}

/** A line of the agent's own plan. */
export interface PlanEntry extends Seen {
  readonly kind: 'plan'
  readonly text: string
  readonly key: string
  readonly status: 'open' | 'active' | 'done' | 'dropped'
  /** Given for the first line of a plan that was written again: lines of earlier ones that do not come again are dropped. */
  readonly isAnew?: true
}

/** A word of the session's own, and what it represents. */
export interface TermEntry extends Seen {
  readonly kind: 'term'
  readonly term: string
  readonly text: string
}

export type Entry = FileEntry | RunEntry | ErrorEntry | ProseEntry | PlanEntry | TermEntry

/** An entry before it has a place in its round. */
export type EntryDraft = Entry extends infer One ? (One extends Entry ? Omit<One, 'round' | 'place'> : never) : never
