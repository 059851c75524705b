import type { BlockKind } from './block.ts'
import type { TokensByKind } from './tokens.ts'

/** One block as far as surgery needs to know it: never its whole text. */
export interface OutlineBlock {
  /** Its place among the blocks of its round, as in `block_id`. */
  readonly ordinal: number
  readonly kind: BlockKind
  readonly chars: number
  /** Of a call: the tool. */
  readonly name: string | undefined
  /** Joins a call and its result. */
  readonly call: string | undefined
  /** How it begins; of a call, what it is about. */
  readonly begins: string
  /** What a call says it is for; empty where it does not say. */
  readonly description: string
  /** Whether it is a notice of an operation before, or holds one. */
  readonly isNotice: boolean
  /** Of a call: the lengths of the long strings it was given. */
  readonly strings: readonly number[]
  /** Thinking that lacks its signature: it cannot be sent as it is. */
  readonly isUnsigned: boolean
  /** Pictures inside a result. */
  readonly images: number
  /** Milliseconds a result took to come, where that is known. */
  readonly ms: number | undefined
}

/** Where bytes stand in a file: `[start, end)`. */
export interface BytePlace {
  readonly start: number
  readonly end: number
}

/** A line of a session's file that the client sends, or that stands between such lines. */
export interface OutlineLine extends BytePlace {
  /** Counted from 1. */
  readonly number: number
  /** The round that owns its bytes. */
  readonly round: number
  readonly uuid: string
  /** Whether it stands right behind the line it hangs on. */
  readonly follows: boolean
  /** Whether it is something said: by a person, the agent, a tool, or the client in a person's place. */
  readonly isMessage: boolean
  /** In milliseconds. */
  readonly time: number | null
  /** The reply it is a part of. */
  readonly reply: string | null
  /** Tokens in the model's window behind this reply, as the client recorded them; 0 where it did not. */
  readonly context: number
  readonly blocks: readonly OutlineBlock[]
  /** How many blocks it has, and the ordinal of the first: the others follow. */
  readonly blockCount: number
  readonly ordinal: number
  /** The length of its longest result; -1 where it has none. */
  readonly longestResult: number
  /** The calls of its blocks, and those that results among them answer, by their ids. */
  readonly ownCalls: readonly string[]
  readonly ownAnswers: readonly string[]
  /** The tools of the calls, in their order. */
  readonly ownTools: readonly (string | undefined)[]
  /** Whether one of its blocks is unsigned. */
  readonly isUnsigned: boolean
  /** Whether it is no valid UTF-8: some of its bytes would be others once it was written anew. */
  readonly isRaw: boolean
  /** Lines behind it that are no records: the client passes over them. */
  readonly passedOver: readonly BytePlace[]
  /** The client's own note on where the line has what changes in a new session, and where the note is among others. */
  readonly places: ArrayLike<number>
  readonly placesAt: number
  /** Calls and a reply of the line that get new names, which `blocks` and `reply` have already. */
  readonly renames?: ReadonlyMap<string, string>
}

/** Lines that stand together in what the client sends. */
export interface Passage {
  readonly lines: readonly OutlineLine[]
  readonly tokens: TokensByKind
  /** Whether it can be sent as it is, whatever stands before and behind it: each call has its answer in it. */
  readonly isSound: boolean
}

/**
 * What stands together in what the client sends: a round from its human message on, what went on of a round behind a
 * compaction, a message that surgery put there, or what belongs to no round, such as a compaction's summary with what it
 * kept.
 */
export interface OutlinePart extends Passage {
  readonly kind: 'round' | 'rest' | 'synthetic' | 'other'
  /** The number of the round, also of one of which the rest is there; 0 for the others. */
  readonly round: number
  /** The whole text of a synthetic message. */
  readonly text?: string
}

/** What the client would send of a session, in order. */
export interface Outline {
  readonly parts: readonly OutlinePart[]
  /** Side records the client reads back as the session's name. */
  readonly titles: readonly BytePlace[]
  /** Calls that were never answered and that the client answers itself: those at the very end. Of a mended session, all. */
  readonly openCalls: readonly string[]
  /** Whether it is known that each line has a uuid of its own. */
  readonly isDistinct: boolean
  /** Whether it is known that no two parts have a call or an answer of the same id. */
  readonly areApart: boolean
}
