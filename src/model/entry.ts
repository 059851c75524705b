import type { BlockKind } from './block.ts'
import type { ToolRole } from './tool-act.ts'

/** One block as far as surgery needs to know it: never its whole text. */
export interface EntryBlock {
  /** Its place among the blocks of its round, as in `block_id`. */
  readonly ordinal: number
  readonly kind: BlockKind
  readonly chars: number
  /** As tokens are estimated from it (`blockSize`). */
  readonly size: number
  /** Of a call: the tool. */
  readonly name?: string | undefined
  /** Joins a call and its result. */
  readonly call?: string | undefined
  /** How it begins; of a call, what it is about. */
  readonly begins: string
  /** Of a call: what its tool is for, the command that it runs, and the files that it changes, where it says so of several. */
  readonly role?: ToolRole
  readonly command?: string
  readonly files?: readonly string[]
  /** What a call says it is for. */
  readonly description?: string | undefined
  /** Whether it stays as it is: a notice of an operation before, a result that holds one, or one that holds a person's words. */
  readonly isNotice: boolean
  /** Of a result: whether a person's words came with it, so that its call stays too. */
  readonly hasWords?: true
  /** Of a call: the lengths of the long strings it was given. */
  readonly strings?: readonly number[]
  /** Thinking that lacks its signature: it cannot be sent as it is. */
  readonly isUnsigned?: true
  /** Pictures inside a result. */
  readonly images: number
  /** Of a result: whether its call went wrong, and its last words. */
  readonly failed?: true
  readonly ends?: string
  /** Milliseconds a result took to come, where that is known. */
  readonly ms?: number | undefined
}

/** Bytes of a file: `[start, end)`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * What one parse of a line says, as plain values: kinds, sizes, ids and beginnings. So memory grows with the number of
 * blocks, not with bytes. Where a client has no id of its own for a line, it is null.
 */
export interface Entry extends ByteRange {
  /** Of its line, counted from 1. */
  readonly number: number
  /** The round that owns its bytes. */
  readonly round: number
  readonly id: string | null
  /** The session it says it is of, where the client writes that in every line. */
  readonly session?: string | undefined
  /** Whether it is something said: by a person, the agent, a tool, or the client in a person's place. */
  readonly isMessage: boolean
  /** In milliseconds. */
  readonly time: number | null
  /** The reply it is a part of. */
  readonly reply: string | null
  /** Tokens in the model's window after this reply, as the client recorded them; 0 where it did not. */
  readonly context: number
  readonly blocks: readonly EntryBlock[]
  /** Whether it is no valid UTF-8: some of its bytes would be others once it was rewritten. */
  readonly isRaw: boolean
  /** Lines of the client's own with words that the agent was given after this one, and that the client does not send again. */
  readonly queued?: readonly ByteRange[]
  /** Lines after it that are no records: the client skips them. */
  readonly skipped: readonly ByteRange[]
  /** Calls and a reply of the line that get new names, which `blocks` and `reply` have already. */
  readonly renames?: ReadonlyMap<string, string>
}

/** The ids of the calls among an entry's blocks. */
export function callsIn({ blocks }: Entry): readonly string[] {
  return idsIn(blocks, 'tool_use')
}

/** The ids of the calls that results among an entry's blocks answer. */
export function answersIn({ blocks }: Entry): readonly string[] {
  return idsIn(blocks, 'tool_result')
}

const NONE: readonly string[] = []

function idsIn(blocks: readonly EntryBlock[], wanted: BlockKind): readonly string[] {
  let ids: string[] | undefined
  for (const { kind, call } of blocks) {
    if (kind !== wanted || call === undefined) continue
    if (ids) ids.push(call)
    else ids = [call]
  }
  return ids ?? NONE
}
