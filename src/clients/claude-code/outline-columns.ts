import { isAscii } from 'node:buffer'
import type { Preserved } from './graph.ts'

/**
 * What surgery needs to know of the lines of a stretch, column by column: in this form a session is read back many times
 * faster than its lines are parsed. Each line has one value in the columns of lines, each block one in those of blocks;
 * what few of them have stands apart, with their place.
 */
export interface OutlineColumns {
  /** The bytes of the stretch, the number of the line before it, and of its last one, which may lack its newline. */
  readonly from: number
  to: number
  readonly line: number
  lastLine: number
  isOpen: boolean

  /**
   * Bytes between a line and the one before, lines to it from the one before, its length without the newline, which may
   * come later, and what it is (see FLAG).
   */
  readonly gap: number[]
  readonly step: number[]
  readonly length: number[]
  readonly flags: number[]
  readonly uuid: (string | null)[]
  /** 0 for the line before, null for none. */
  readonly parent: (string | 0 | null)[]
  /** Milliseconds since the time before it. */
  readonly at: (number | null)[]
  /** 0 for that of the line before, null for none. */
  readonly reply: (string | 0 | null)[]
  readonly context: number[]
  readonly blocks: number[]
  /** How many numbers follow for the line, and these: see places.ts. */
  readonly places: number[]

  /** Of a block: its kind in BLOCK_KINDS, its length, tool, call, how it begins, and a print of what it says. */
  readonly kind: number[]
  readonly chars: number[]
  readonly name: (string | null)[]
  readonly call: (string | null)[]
  readonly begins: string[]
  readonly said: number[]

  readonly unsigned: number[]
  readonly ending: (readonly [block: number, text: string])[]
  readonly images: (readonly [block: number, count: number])[]
  readonly ms: (readonly [block: number, ms: number])[]
  readonly preserved: (readonly [line: number, kept: Preserved])[]
  readonly text: (readonly [line: number, text: string])[]
  /** Calls and answers of a line whose blocks do not tell them. */
  readonly ids: (readonly [line: number, calls: readonly string[], answers: readonly string[]])[]
}

/** What a line is; one that is `counted` has blocks that count in its round and is nothing to surgery otherwise. */
export const KINDS = ['message', 'note', 'other', 'foreign', 'boundary', 'leaf', 'counted', 'title'] as const

/** The lowest bits are its kind, in KINDS. */
export const FLAG = {
  kind: 7,
  startsRound: 8,
  synthetic: 16,
  sidechain: 32,
  ack: 64,
  leftOut: 128,
  isMessage: 256,
  raw: 512,
  /** Something else stands on its line. */
  shares: 1024,
} as const

export function emptyColumns(from: number, line: number): OutlineColumns {
  return {
    from,
    to: from,
    line,
    lastLine: line,
    isOpen: false,
    gap: [],
    step: [],
    length: [],
    flags: [],
    uuid: [],
    parent: [],
    at: [],
    reply: [],
    context: [],
    blocks: [],
    places: [],
    kind: [],
    chars: [],
    name: [],
    call: [],
    begins: [],
    said: [],
    unsigned: [],
    ending: [],
    images: [],
    ms: [],
    preserved: [],
    text: [],
    ids: [],
  }
}

/** Its names are the stored format. */
export function encodeColumns(columns: OutlineColumns): Buffer {
  return Buffer.from(JSON.stringify(columns))
}

export function decodeColumns(bytes: Uint8Array): OutlineColumns {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return JSON.parse(text.toString(isAscii(text) ? 'latin1' : 'utf8'))
}
