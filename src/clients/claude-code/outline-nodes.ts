import { BLOCK_KINDS } from '../../model/block.ts'
import type { Outline, OutlineBlock, OutlineLine } from '../../model/outline.ts'
import { FLAG, KINDS, type OutlineColumns } from './outline-columns.ts'
import type { Linked } from './sent-lines.ts'

/** A line with what joins it to others, and what surgery knows of it: one value for both, because there are many. */
export interface OutlineNode extends Linked, OutlineLine {
  readonly starts: 'round' | 'synthetic' | undefined
  readonly isAck: boolean
  readonly isLeftOut: boolean
  /** Of a synthetic message. */
  readonly text: string | undefined
}

interface OutlineNodes {
  readonly nodes: readonly OutlineNode[]
  readonly titles: Outline['titles']
}

const NONE: readonly never[] = []

/** The lines that columns tell of, without a subagent's lines inside a main file. */
export function nodesOf(stretches: readonly OutlineColumns[], roundAt: (place: number) => number): OutlineNodes {
  const nodes: OutlineNode[] = []
  const titles: { start: number; end: number }[] = []
  const ordinals = new Map<number, number>()
  let isSubagents: boolean | undefined
  let before = { uuid: null as string | null, end: 0 }
  for (const [nth, columns] of stretches.entries()) {
    const rare = rareIn(columns)
    const isLast = nth === stretches.length - 1
    for (const row = rowBefore(columns); goOn(row, columns); ) {
      const kind = KINDS[row.flags & FLAG.kind]!
      const isSidechain = (row.flags & FLAG.sidechain) !== 0
      const end = row.textEnd + (hasNewline(row, isLast ? columns.to : undefined) ? 1 : 0)
      if (kind === 'title') titles.push({ start: row.start, end })
      if (kind === 'leaf')
        nodes.push(toNode(columns, rare, row, { kind, place: nodes.length, round: 0, ordinal: 0, follows: false, end }))
      const blocks = columns.blocks[row.line]!
      if ((kind === 'title' || kind === 'leaf') && blocks === 0) continue
      const follows = row.parent !== null && row.parent === before.uuid && row.start === before.end
      if (kind !== 'leaf') before = { uuid: row.uuid, end }
      isSubagents ??= isSidechain
      const round = roundAt(row.start)
      const ordinal = ordinals.get(round) ?? 0
      ordinals.set(round, ordinal + blocks)
      if (kind === 'title' || kind === 'leaf' || kind === 'counted' || (isSidechain && !isSubagents)) continue
      nodes.push(toNode(columns, rare, row, { kind, place: nodes.length, round, ordinal, follows, end }))
    }
  }
  return { nodes, titles }
}

/** Whether a newline stands behind it: in the next stretch, if not in this one; not where something else does. */
function hasNewline({ flags, textEnd }: Row, end: number | undefined): boolean {
  return (flags & FLAG.shares) === 0 && textEnd !== end
}

/** A line's values, with those made whole that are told as differences. Moved from line to line: there are many. */
interface Row {
  line: number
  flags: number
  start: number
  textEnd: number
  number: number
  uuid: string | null
  parent: string | null
  /** The uuid that `parent` may be told by. */
  before: string | null
  hasTime: boolean
  time: number
  reply: string | null
  /** Where its blocks and its places are in their columns. */
  block: number
  place: number
}

function rowBefore({ from, line }: OutlineColumns): Row {
  const texts = { uuid: null, parent: null, before: null, reply: null }
  return {
    line: -1,
    flags: 0,
    start: from,
    textEnd: from,
    number: line,
    hasTime: false,
    time: 0,
    block: 0,
    place: 0,
    ...texts,
  }
}

/** Moves to the next line; false behind the last one. */
function goOn(row: Row, columns: OutlineColumns): boolean {
  if (row.line >= 0) {
    const kind = row.flags & FLAG.kind
    if (kind <= LAST_LINE) row.block += columns.blocks[row.line]!
    if (kind !== LEAF) row.before = row.uuid
    row.place += 1 + columns.places[row.place]!
  }
  const line = ++row.line
  if (line === columns.flags.length) return false
  row.flags = columns.flags[line]!
  row.start = row.textEnd + columns.gap[line]!
  row.textEnd = row.start + columns.length[line]!
  row.number += columns.step[line]!
  row.uuid = columns.uuid[line]!
  const parent = columns.parent[line]!
  row.parent = parent === 0 ? row.before : parent
  const reply = columns.reply[line]!
  if (reply !== 0) row.reply = reply
  const since = columns.at[line]!
  row.hasTime = since !== null
  row.time += since ?? 0
  return true
}

const LAST_LINE = KINDS.indexOf('boundary')
const LEAF = KINDS.indexOf('leaf')

interface NodePlace {
  readonly kind: Linked['kind']
  readonly place: number
  readonly round: number
  readonly ordinal: number
  readonly follows: boolean
  readonly end: number
}

function toNode(
  columns: OutlineColumns,
  rare: Rare,
  row: Row,
  { kind, place, round, ordinal, follows, end }: NodePlace,
): OutlineNode {
  const { line, flags, parent, reply, block } = row
  const uuid = row.uuid!
  const count = kind === 'leaf' ? 0 : columns.blocks[line]!
  const blocks = count === 0 ? NONE : blocksAt(columns, rare, block, count, ordinal)
  const ids = rare.ids.get(line)
  return {
    uuid,
    parent,
    round,
    kind,
    at: row.hasTime ? row.time : 0,
    preserved: rare.preserved.get(line),
    place,
    messageId: reply ?? undefined,
    calls: ids?.calls ?? idsOf(blocks, 'tool_use'),
    answers: ids?.answers ?? idsOf(blocks, 'tool_result'),
    says: reply === null ? NONE : saysOf(columns, block, count),
    starts: flags & FLAG.startsRound ? 'round' : flags & FLAG.synthetic ? 'synthetic' : undefined,
    isAck: (flags & FLAG.ack) !== 0,
    isLeftOut: (flags & FLAG.leftOut) !== 0,
    text: rare.text.get(line),
    start: row.start,
    end,
    number: row.number,
    follows,
    isMessage: (flags & FLAG.isMessage) !== 0,
    isRaw: (flags & FLAG.raw) !== 0,
    time: row.hasTime ? row.time : null,
    reply,
    context: columns.context[line]!,
    blocks,
    places: columns.places,
    placesAt: row.place,
  }
}

function blocksAt(
  { kind, chars, name, call, begins }: OutlineColumns,
  rare: Rare,
  from: number,
  count: number,
  ordinal: number,
): readonly OutlineBlock[] {
  const blocks: OutlineBlock[] = []
  for (let at = from; at < from + count; at++) {
    blocks.push({
      ordinal: ordinal + at - from,
      kind: BLOCK_KINDS[kind[at]!]!,
      chars: chars[at]!,
      name: name[at] ?? undefined,
      call: call[at] ?? undefined,
      begins: begins[at]!,
      ending: rare.ending.get(at) ?? '',
      isUnsigned: rare.unsigned.has(at),
      images: rare.images.get(at) ?? 0,
      ms: rare.ms.get(at),
    })
  }
  return blocks
}

function idsOf(blocks: readonly OutlineBlock[], kind: 'tool_use' | 'tool_result'): readonly string[] {
  let ids: string[] | undefined
  for (const block of blocks) {
    if (block.kind !== kind || block.call === undefined) continue
    ids ??= []
    ids.push(block.call)
  }
  return ids ?? NONE
}

/** What the parts of a reply say, to tell one from a copy of another: its call, or else its print. */
function saysOf({ call, said }: OutlineColumns, from: number, count: number): Linked['says'] {
  const says: (string | number)[] = []
  for (let at = from; at < from + count; at++) says.push(said[at] === 0 ? call[at]! : said[at]!)
  return says
}

type Rare = ReturnType<typeof rareIn>

/** What few lines and blocks have, by their places. */
function rareIn({ unsigned, ending, images, ms, preserved, text, ids }: OutlineColumns) {
  return {
    unsigned: new Set(unsigned),
    ending: new Map(ending),
    images: new Map(images),
    ms: new Map(ms),
    preserved: new Map(preserved),
    text: new Map(text),
    ids: new Map(ids.map(([line, calls, answers]) => [line, { calls, answers }])),
  }
}

/** The same text for the same lines, however they were cut into stretches. */
export function outlineText(stretches: readonly OutlineColumns[]): string {
  const { nodes, titles } = nodesOf(stretches, () => 0)
  const lines = nodes.map(({ places, placesAt, ...line }) => {
    const own = places.slice(placesAt + 1, placesAt + 1 + places[placesAt]!)
    return JSON.stringify({ ...line, places: own })
  })
  return [...lines, JSON.stringify(titles)].join('\n')
}
