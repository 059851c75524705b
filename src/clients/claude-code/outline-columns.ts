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
  readonly to: number
  readonly line: number
  readonly lastLine: number
  readonly isOpen: boolean

  /**
   * Bytes between a line and the one before, lines to it from the one before, its length without the newline, which may
   * come later, and what it is (see FLAG).
   */
  readonly gap: ArrayLike<number>
  readonly step: ArrayLike<number>
  readonly length: ArrayLike<number>
  readonly flags: ArrayLike<number>
  readonly uuid: readonly (string | null)[]
  /** 0 for the line before, null for none. */
  readonly parent: readonly (string | 0 | null)[]
  /** Milliseconds since the time before it; NaN for none. */
  readonly at: ArrayLike<number>
  /** 0 for that of the line before, null for none. */
  readonly reply: readonly (string | 0 | null)[]
  readonly context: ArrayLike<number>
  readonly blocks: ArrayLike<number>
  /** How many numbers follow for the line, and these: see places.ts. */
  readonly places: ArrayLike<number>

  /** Of a block: its kind in BLOCK_KINDS, its length, tool, call, and how it begins. */
  readonly kind: ArrayLike<number>
  readonly chars: ArrayLike<number>
  readonly name: readonly (string | null)[]
  readonly call: readonly (string | null)[]
  readonly begins: readonly string[]

  /** What a call says it is for, and the lengths of its long strings. */
  readonly described: readonly (readonly [block: number, text: string])[]
  readonly strings: readonly (readonly [block: number, lengths: readonly number[]])[]

  readonly unsigned: readonly number[]
  /** Blocks that are a notice, or hold one. */
  readonly notices: readonly number[]
  readonly images: readonly (readonly [block: number, count: number])[]
  readonly ms: readonly (readonly [block: number, ms: number])[]
  readonly preserved: readonly (readonly [line: number, kept: Preserved])[]
  readonly text: readonly (readonly [line: number, text: string])[]
  /** Lines that the client passes over, by their bytes, and what stands before them: -1 for the stretch before. */
  readonly passedOver: readonly (readonly [line: number, start: number, end: number])[]
  /** Calls and answers of a line whose blocks do not tell them. */
  readonly ids: readonly (readonly [line: number, calls: readonly string[], answers: readonly string[]])[]
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

const OF_LINES = ['step', 'length', 'flags', 'blocks'] as const
const OF_BLOCKS = ['kind', 'chars'] as const

/** The first number of the stored format; another one, or the bytes of a machine that counts the other way, is unknown. */
const VERSION = 4
const HEAD = 6

/** Numbers as they are in memory, then the texts that every operation needs, then those that few do. */
export function encodeColumns(columns: OutlineColumns): Buffer {
  const { gap, step, length, flags, at, context, blocks, places, kind, chars, ...others } = columns
  const { begins, described, strings, ...texts } = others
  const [hot, cold] = [texts, { begins, described, strings }].map((value) => Buffer.from(JSON.stringify(value))) as [
    Buffer,
    Buffer,
  ]
  const head = [VERSION, flags.length, kind.length, places.length, hot.length, cold.length]
  const numbers = [Int32Array.from(head), ...[gap, at, context].map((column) => Float64Array.from(column))]
  const whole = [...OF_LINES, ...OF_BLOCKS].map((name) => Int32Array.from(columns[name]))
  return Buffer.concat([...[...numbers, ...whole, Int32Array.from(places)].map(bytesOf), hot, cold])
}

/** Undefined for what another version has written. */
export function decodeColumns(stored: Uint8Array): OutlineColumns | undefined {
  if (stored.length < HEAD * Int32Array.BYTES_PER_ELEMENT) return undefined
  const isAligned = stored.byteOffset % Float64Array.BYTES_PER_ELEMENT === 0
  const { buffer, byteOffset } = isAligned ? stored : new Uint8Array(stored)
  const [version, lines, blocks, places, hot, cold] = new Int32Array(buffer, byteOffset, HEAD) as unknown as number[]
  if (version !== VERSION) return undefined
  let offset = byteOffset + HEAD * Int32Array.BYTES_PER_ELEMENT
  const doubles = (count: number) => taken(new Float64Array(buffer, offset, count))
  const whole = (count: number) => taken(new Int32Array(buffer, offset, count))
  const [gap, at, context] = [doubles(lines!), doubles(lines!), doubles(lines!)]
  const [step, length, flags, counts] = OF_LINES.map(() => whole(lines!)) as Four
  const [kind, chars] = OF_BLOCKS.map(() => whole(blocks!)) as [Int32Array, Int32Array]
  const own = whole(places!)
  const texts = parsed(Buffer.from(buffer, offset, hot)) as Texts
  const rest = Buffer.from(buffer, offset + hot!, cold)
  let few: Few | undefined
  return {
    from: texts.from,
    to: texts.to,
    line: texts.line,
    lastLine: texts.lastLine,
    isOpen: texts.isOpen,
    gap,
    step,
    length,
    flags,
    uuid: texts.uuid,
    parent: texts.parent,
    at,
    reply: texts.reply,
    context,
    blocks: counts,
    places: own,
    kind,
    chars,
    name: texts.name,
    call: texts.call,
    unsigned: texts.unsigned,
    notices: texts.notices,
    images: texts.images,
    ms: texts.ms,
    preserved: texts.preserved,
    text: texts.text,
    passedOver: texts.passedOver,
    ids: texts.ids,
    get begins() {
      return fewTexts().begins
    },
    get described() {
      return fewTexts().described
    },
    get strings() {
      return fewTexts().strings
    },
  }

  function fewTexts(): Few {
    few ??= parsed(rest) as Few
    return few
  }

  function taken<Column extends Float64Array | Int32Array>(column: Column): Column {
    offset += column.byteLength
    return column
  }
}

/** What is stored as JSON. */
type Texts = Omit<
  OutlineColumns,
  (typeof OF_LINES)[number] | (typeof OF_BLOCKS)[number] | 'gap' | 'at' | 'context' | 'places' | keyof Few
>
type Few = Pick<OutlineColumns, 'begins' | 'described' | 'strings'>
type Four = [Int32Array, Int32Array, Int32Array, Int32Array]

function parsed(json: Buffer) {
  return JSON.parse(json.toString(isAscii(json) ? 'latin1' : 'utf8'))
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Int32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
