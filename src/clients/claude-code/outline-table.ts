import type { BytePlace } from '../../model/outline.ts'
import type { Preserved } from './graph.ts'
import { blocksOf, joined, rareOf } from './outline-blocks.ts'
import { FLAG, KINDS, type OutlineColumns } from './outline-columns.ts'

/**
 * The columns of all stretches of a session behind one another, with those made whole that are told as differences: one
 * row for each line, one for each block. Numbers side by side, since a long session has tens of thousands of either.
 */
export interface OutlineTable {
  readonly uuid: readonly (string | null)[]
  readonly parent: readonly (string | null)[]
  readonly reply: readonly (string | null)[]
  readonly flags: Int32Array
  readonly start: Float64Array
  readonly end: Float64Array
  readonly number: Int32Array
  /** NaN where a line has none. */
  readonly time: Float64Array
  readonly context: Float64Array
  /** The round that owns a line's bytes; 0 for one that only names a leaf. */
  readonly round: Int32Array
  /** 1 for a line that stands right behind the one it hangs on. */
  readonly follows: Uint8Array
  /** Where a line's blocks begin, how many they are, and the place of the first among those of its round. */
  readonly block: Int32Array
  readonly blocks: Int32Array
  readonly ordinal: Int32Array
  /** Where a line's note on places is. */
  readonly placesAt: Int32Array
  readonly places: Int32Array

  readonly kind: Int32Array
  readonly chars: Int32Array
  readonly name: readonly (string | null)[]
  readonly call: readonly (string | null)[]
  begins(block: number): string
  described(block: number): string
  strings(block: number): readonly number[]

  readonly unsigned: ReadonlySet<number>
  readonly notices: ReadonlySet<number>
  readonly images: ReadonlyMap<number, number>
  readonly ms: ReadonlyMap<number, number>
  readonly preserved: ReadonlyMap<number, Preserved>
  readonly text: ReadonlyMap<number, string>
  /** Lines that the client passes over, and the row before each; -1 for none. */
  readonly passedOver: readonly (BytePlace & { readonly before: number })[]
  readonly ids: ReadonlyMap<number, { readonly calls: readonly string[]; readonly answers: readonly string[] }>
}

const LAST_LINE = KINDS.indexOf('boundary')
const LEAF = KINDS.indexOf('leaf')
const TITLE = KINDS.indexOf('title')

/** `roundAt` tells which round owns the byte at a place; it is asked for one place behind the other. */
export function tableOf(stretches: readonly OutlineColumns[], roundAt: (place: number) => number): OutlineTable {
  const links = { uuid: [] as (string | null)[], parent: [] as (string | null)[], reply: [] as (string | null)[] }
  const numbers = numbersOf(stretches)
  const next = { row: 0, block: 0, place: 0 }
  for (const [nth, columns] of stretches.entries()) {
    const lastByte = nth === stretches.length - 1 ? columns.to : undefined
    addLinks(links, columns)
    addLines(numbers, next, columns, lastByte)
  }
  const table = tableWith(links, numbers, blocksOf(stretches), rareOf(stretches))
  addRounds(table, roundAt)
  return table
}

/** Adds the lines of a stretch from the next row on, and moves that. */
function addLines(
  numbers: ReturnType<typeof numbersOf>,
  next: { row: number; block: number; place: number },
  columns: OutlineColumns,
  lastByte: number | undefined,
): void {
  const { start, end, number, time, block: firstBlock, placesAt } = numbers
  const { flags, at, gap, length, step, blocks, places } = columns
  let { row, block } = next
  let textEnd = columns.from
  let line = columns.line
  let last = 0
  let own = 0
  numbers.flags.set(flags, row)
  numbers.context.set(columns.context, row)
  numbers.blocks.set(blocks, row)
  for (let nth = 0; nth < flags.length; nth++, row++) {
    const since = at[nth]!
    if (!Number.isNaN(since)) last += since
    start[row] = textEnd + gap[nth]!
    textEnd += gap[nth]! + length[nth]!
    end[row] = textEnd + (hasNewline(flags[nth]!, textEnd, lastByte) ? 1 : 0)
    number[row] = line += step[nth]!
    time[row] = Number.isNaN(since) ? since : last
    firstBlock[row] = block
    if ((flags[nth]! & FLAG.kind) <= LAST_LINE) block += blocks[nth]!
    placesAt[row] = next.place + own
    own += 1 + places[own]!
  }
  next.row = row
  next.block = block
  next.place += own
}

/** Name by name: an object that others are spread into has its many fields looked up by name, each time. */
function tableWith(
  { uuid, parent, reply }: Pick<OutlineTable, 'uuid' | 'parent' | 'reply'>,
  lines: ReturnType<typeof numbersOf>,
  { kind, chars, name, call, begins, described, strings }: ReturnType<typeof blocksOf>,
  { unsigned, notices, images, ms, preserved, text, passedOver, ids }: ReturnType<typeof rareOf>,
): OutlineTable {
  const { flags, start, end, number, time, context, round, follows, block, blocks, ordinal, placesAt, places } = lines
  return {
    uuid,
    parent,
    reply,
    flags,
    start,
    end,
    number,
    time,
    context,
    round,
    follows,
    block,
    blocks,
    ordinal,
    placesAt,
    places,
    kind,
    chars,
    name,
    call,
    begins,
    described,
    strings,
    unsigned,
    notices,
    images,
    ms,
    preserved,
    text,
    passedOver,
    ids,
  }
}

/** Says to which round lines belong, and which of its blocks are theirs: those of all lines count. */
function addRounds(table: OutlineTable, roundAt: (place: number) => number): void {
  const { flags, start, end, uuid, parent, blocks, round, ordinal, follows } = table
  const counts = new Map<number, number>()
  let last = -1
  let count = 0
  let before: string | null = null
  let beforeEnd = 0
  for (let row = 0; row < flags.length; row++) {
    const kind = flags[row]! & FLAG.kind
    if ((kind === TITLE || kind === LEAF) && blocks[row] === 0) continue
    const own = roundAt(start[row]!)
    if (own !== last) {
      counts.set(last, count)
      count = counts.get(own) ?? 0
      last = own
    }
    const first = count
    count += blocks[row]!
    if (kind === LEAF) continue
    follows[row] = before !== null && parent[row] === before && start[row] === beforeEnd ? 1 : 0
    before = uuid[row]!
    beforeEnd = end[row]!
    round[row] = own
    ordinal[row] = first
  }
}

/** Whether a newline stands behind a line: in the next stretch, if not in this one; not where something else does. */
function hasNewline(flags: number, textEnd: number, lastByte: number | undefined): boolean {
  return (flags & FLAG.shares) === 0 && textEnd !== lastByte
}

function addLinks(
  links: Readonly<Record<'uuid' | 'parent' | 'reply', (string | null)[]>>,
  { uuid, parent, reply, flags }: OutlineColumns,
): void {
  let before: string | null = null
  let last: string | null = null
  for (let line = 0; line < flags.length; line++) {
    const [ownParent, ownReply]: (string | 0 | null)[] = [parent[line]!, reply[line]!]
    if (ownReply !== 0) last = ownReply!
    links.uuid.push(uuid[line]!)
    links.parent.push(ownParent === 0 ? before : ownParent!)
    links.reply.push(last)
    if ((flags[line]! & FLAG.kind) !== LEAF) before = uuid[line]!
  }
}

function numbersOf(stretches: readonly OutlineColumns[]) {
  const rows = stretches.reduce((sum, { flags }) => sum + flags.length, 0)
  const whole = () => new Int32Array(rows)
  const double = () => new Float64Array(rows)
  return {
    flags: whole(),
    start: double(),
    end: double(),
    number: whole(),
    time: double(),
    context: double(),
    round: whole(),
    follows: new Uint8Array(rows),
    block: whole(),
    blocks: whole(),
    ordinal: whole(),
    placesAt: whole(),
    places: joined(stretches.map(({ places }) => places)),
  }
}
