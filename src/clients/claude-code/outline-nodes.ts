import { BLOCK_KINDS } from '../../model/block.ts'
import type { Outline, OutlineBlock, OutlineLine } from '../../model/outline.ts'
import { FLAG, KINDS, type OutlineColumns } from './outline-columns.ts'
import type { Linked } from './sent-lines.ts'

/** A line with what joins it to others, and what surgery knows of it. */
export interface OutlineNode extends Linked {
  readonly outline: OutlineLine
  readonly starts: 'round' | 'synthetic' | undefined
  readonly isAck: boolean
  readonly isLeftOut: boolean
  /** Of a synthetic message. */
  readonly text: string | undefined
}

export interface OutlineNodes {
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
  for (const columns of stretches) {
    const rare = rareIn(columns)
    for (const row of rowsOf(columns)) {
      const kind = KINDS[row.flags & FLAG.kind]!
      const isSidechain = (row.flags & FLAG.sidechain) !== 0
      if (kind === 'title') titles.push({ start: row.start, end: row.end })
      if (kind === 'leaf') nodes.push(toNode(columns, rare, row, { kind, place: nodes.length, round: 0, ordinal: 0 }))
      if (kind === 'title' || kind === 'leaf') continue
      isSubagents ??= isSidechain
      const round = roundAt(row.start)
      const ordinal = ordinals.get(round) ?? 0
      ordinals.set(round, ordinal + columns.blocks[row.line]!)
      if (kind === 'counted' || (isSidechain && !isSubagents)) continue
      nodes.push(toNode(columns, rare, row, { kind, place: nodes.length, round, ordinal }))
    }
  }
  return { nodes, titles }
}

/** A line's values, with those that are told as differences made whole. */
interface Row {
  readonly line: number
  readonly flags: number
  readonly start: number
  readonly end: number
  readonly number: number
  readonly uuid: string | null
  readonly parent: string | null
  readonly time: number | null
  readonly reply: string | null
  /** The places of its first block and of its first place in their columns. */
  readonly block: number
  readonly place: number
}

function* rowsOf(columns: OutlineColumns): Generator<Row> {
  const { flags, gap, step, length, parent, reply, at, blocks, placed } = columns
  const row = { start: columns.from, end: columns.from, number: columns.line, block: 0, place: 0 }
  let [lastUuid, lastReply, lastTime]: [string | null, string | null, number] = [null, null, 0]
  for (let line = 0; line < flags.length; line++) {
    const kind = flags[line]! & FLAG.kind
    row.start = row.end + gap[line]!
    row.end = row.start + length[line]!
    row.number += step[line]!
    const since = at[line]!
    lastTime += since ?? 0
    const ownParent = parent[line] === 0 ? lastUuid : (parent[line] as string | null)
    lastReply = reply[line] === 0 ? lastReply : (reply[line] as string | null)
    if (KINDS[kind] !== 'leaf') lastUuid = columns.uuid[line]!
    yield {
      ...row,
      line,
      flags: flags[line]!,
      uuid: columns.uuid[line]!,
      parent: ownParent,
      time: since === null ? null : lastTime,
      reply: lastReply,
    }
    if (kind <= LAST_LINE) row.block += blocks[line]!
    row.place += placed[line]!
  }
}

const LAST_LINE = KINDS.indexOf('boundary')

interface NodePlace {
  readonly kind: Linked['kind']
  readonly place: number
  readonly round: number
  readonly ordinal: number
}

function toNode(
  columns: OutlineColumns,
  rare: Rare,
  { line, flags, start, end, number, time, reply, block, place: placeAt, ...row }: Row,
  { kind, place, round, ordinal }: NodePlace,
): OutlineNode {
  const uuid = row.uuid!
  const parent = row.parent
  const count = columns.blocks[line]!
  const blocks = count === 0 ? NONE : blocksAt(columns, rare, block, count, ordinal)
  const ids = rare.ids.get(line)
  const preserved = rare.preserved.get(line)
  const places = columns.placed[line]!
  return {
    uuid,
    parent,
    round: 0,
    kind,
    at: time ?? 0,
    ...(preserved && { preserved }),
    place,
    messageId: reply ?? undefined,
    calls: ids?.calls ?? idsOf(blocks, 'tool_use'),
    answers: ids?.answers ?? idsOf(blocks, 'tool_result'),
    says: reply === null ? NONE : saysOf(columns, block, count),
    starts: flags & FLAG.startsRound ? 'round' : flags & FLAG.synthetic ? 'synthetic' : undefined,
    isAck: (flags & FLAG.ack) !== 0,
    isLeftOut: (flags & FLAG.leftOut) !== 0,
    text: rare.text.get(line),
    outline: {
      start,
      end,
      number,
      round,
      uuid,
      parent,
      isMessage: (flags & FLAG.isMessage) !== 0,
      time,
      reply,
      context: columns.context[line]!,
      blocks,
      places: places === 0 ? NONE : columns.places.slice(placeAt, placeAt + places),
    },
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
function saysOf({ call, said }: OutlineColumns, from: number, count: number): readonly string[] {
  const says: string[] = []
  for (let at = from; at < from + count; at++) says.push(said[at] === 0 ? call[at]! : String(said[at]))
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
