import type { DerivedPatch } from '../model/derived.ts'
import type { RoundText } from '../model/round-text.ts'

/**
 * What a line means for cutting commits. `compaction` is the boundary that a compaction begins with, `compaction-end` its
 * summary; other lines may come between. A `compaction-whole` is both in one line. After a `summary` lines before it are still
 * sent: no commit is cut there. With a `clearing` the client says that it sends results of tools no more, and nothing else changes.
 */
export type LineRole =
  | 'plain'
  | 'message'
  | 'round'
  | 'summary'
  | 'compaction'
  | 'compaction-end'
  | 'compaction-whole'
  | 'clearing'

/** A tool call that started a subagent. */
export interface Spawn {
  readonly agentId: string
  readonly toolUseId: string | null
  readonly round: number
}

/**
 * Reads a session line by line. `classify` says what a line is and changes nothing; `add` takes it; `take` gives what the
 * lines since the last `take` mean. Lines are given with their newline, only the very last may lack it.
 */
export interface Parser {
  classify(buffer: Buffer, start: number, end: number): ClassifiedLine
  add(line: ClassifiedLine, buffer: Buffer, start: number, end: number): void
  /** Takes the newline of a last line that came without it. */
  closeLine(): void
  take(): Taken
  /** The state of the parser after what was taken last. */
  save(): string
  /** What was added since the last mark; for the counts of a commit. */
  mark(): { readonly messages: number; readonly chars: number }
  /** The time of the newest line; in a session that an operation wrote never before that. */
  readonly lastTime: string | null
  /** The agent that wrote the lines, for a subagent's file. */
  readonly agent: string | null
  /** False when the lines added may have changed which earlier rounds are active. */
  readonly pathIsSettled: boolean
  /** Says what the graphs of all lines taken so far gave. */
  settlePath(found: ActivePath): void
  /** True while every line is there once and after its parent. */
  readonly isOrdered: boolean
}

/** A line that was classified. */
export interface ClassifiedLine {
  readonly role: LineRole
  /** True for one whole record of the client, whether its newline is there or not. */
  readonly isRecord: boolean
}

/** What a client would resume: the line it goes on from, and the rounds of which something is on the way there. */
export interface ActivePath {
  readonly leaf: string | null
  readonly rounds: readonly number[]
  /** Those of which a compaction left only the end. */
  readonly cut: readonly number[]
}

/** The session that a file goes on from without holding its lines, and how many bytes of that one count. */
export interface Base {
  readonly session: string
  readonly bytes: number
}

/** What a stretch of lines means, the subagents it started, and what was said in it. */
export interface Parsed extends DerivedPatch {
  readonly spawns: readonly Spawn[]
  readonly base?: Base | undefined
  /** One for each round of `rounds`: the text of its `user-text` and `assistant-text` blocks. */
  readonly texts: readonly RoundText[]
}

/** The same before it is said where the parser is. */
export type Taken = Omit<Parsed, 'parserState'>
