import type { BlockDraft, BlockKind } from '../../model/block.ts'

/** What one line of a session says, or one item of another format. */
export interface Message {
  /** `summary` is that of a compaction; `own` is what Stet itself says. Both are one `note`. */
  readonly kind: 'said' | 'summary' | 'own'
  readonly blocks: readonly BlockDraft[]
  /** What a person says in it begins no round. */
  readonly goesOn?: boolean
}

/** Messages and characters of a delta, and the time of its last message. */
export interface Count {
  readonly messages: number
  readonly chars: number
  readonly lastTime: string | null
}

/** The session that something is written as. */
export interface Place {
  readonly sessionId: string
  readonly cwd: string | null
  /** The time of what has none. */
  readonly at: string
}

/** Writes one context, a run of it after the other. */
export interface Encoder {
  /** Messages of another format; only blocks that the format holds. */
  write(messages: readonly Message[]): Buffer
  /** Bytes of the format itself, as they are to be among what is written. */
  keep(bytes: Buffer): Buffer
}

/** How the bytes of a commit are written: what a commit's `format` names. */
export interface Format {
  /** `<family>-v<version>` */
  readonly id: string
  /** What the bytes are, for whoever has to read them without Stet. */
  readonly description: string
  readonly mediaType: string
  /** Whether it is lines, so that deltas are joined where they are, without being read. */
  readonly isLines: boolean
  /** The kinds of block it has a place for; a summary and what Stet says it always has. */
  readonly holds: ReadonlySet<BlockKind>
  /** Undefined where the bytes are not what the format says. */
  decode(bytes: Buffer): readonly Message[] | undefined
  /** Absent where nothing is written in it. */
  encoder?(place: Place): Encoder
  /** Deltas as one; undefined where one of them is not what the format says. */
  concat(deltas: readonly Buffer[]): Buffer | undefined
  count(delta: Buffer): Count
  /** The bytes as text that can be printed and searched for secrets. */
  textOf(bytes: Buffer): string | undefined
  /** Older versions of the family, by number: how bytes of each become bytes of this one, field by field. */
  readonly older?: Readonly<Record<number, (bytes: Buffer) => Buffer>>
}

export type WritableFormat = Format & Required<Pick<Format, 'encoder'>>

export function isWritable(format: Format): format is WritableFormat {
  return format.encoder !== undefined
}
