import { BLOCK_KINDS, type BlockKind } from '../../model/block.ts'
import type { OutlineBlock, OutlineLine } from '../../model/outline.ts'
import type { NodeKind } from './graph.ts'
import { FLAG, KINDS } from './outline-columns.ts'
import type { OutlineTable } from './outline-table.ts'
import { goingAlong, NOTHING, type PassedOver } from './passed-over.ts'
import type { Linked } from './sent-lines.ts'

/** A line with what joins it to others, and what surgery knows of it. */
export interface OutlineNode extends Linked, OutlineLine {
  readonly starts: 'round' | 'synthetic' | undefined
  readonly isAck: boolean
  readonly isLeftOut: boolean
  /** Of a synthetic message. */
  readonly text: string | undefined
}

const NONE: readonly never[] = []
const CALL = BLOCK_KINDS.indexOf('tool_use')
const RESULT = BLOCK_KINDS.indexOf('tool_result')
/** The last kind that is a node. */
const LEAF = KINDS.indexOf('leaf')

/** The lines of a table that have a say in what is sent, without a subagent's lines inside a main file. */
export function nodesOf(table: OutlineTable): readonly OutlineNode[] {
  const nodes: OutlineNode[] = []
  const first = table.flags.find((flags, row) => countsIn(flags, table.blocks[row]!))
  const isSubagents = first !== undefined && (first & FLAG.sidechain) !== 0
  for (let row = 0; row < table.flags.length; row++) {
    const flags = table.flags[row]!
    const kind = flags & FLAG.kind
    if (kind > LEAF || (kind !== LEAF && !isSubagents && (flags & FLAG.sidechain) !== 0)) continue
    nodes.push(new TableNode(table, row, ANY))
  }
  return nodes
}

/** Those at the rows that are sent, in their order; `isDistinct` where it is known that no two have the same uuid. */
export function nodesAt(table: OutlineTable, rows: Int32Array, isDistinct: boolean): readonly OutlineNode[] {
  const sent = { goAlong: goingAlong(table, rows), isDistinct }
  const nodes: OutlineNode[] = []
  for (let nth = 0; nth < rows.length; nth++) nodes.push(new TableNode(table, rows[nth]!, sent))
  return nodes
}

/** The row of a line that has its uuid for itself among those of its table that are sent; undefined for others. */
export function distinctRow(line: OutlineLine): { readonly table: OutlineTable; readonly place: number } | undefined {
  return line instanceof TableNode && line.sent.isDistinct ? line : undefined
}

/** What the lines that are sent have in common. */
interface Sent {
  readonly goAlong: PassedOver
  readonly isDistinct: boolean
}
const ANY: Sent = { goAlong: NOTHING, isDistinct: false }

/** Whether a line has a part in its round: names of the session and of its leaf have none, unless they say something. */
function countsIn(flags: number, blocks: number): boolean {
  const kind = flags & FLAG.kind
  return (kind !== LEAF && KINDS[kind] !== 'title') || blocks > 0
}

/** One row of a table, read when it is asked for: of most lines little is, and there are many. */
class TableNode implements OutlineNode {
  readonly table: OutlineTable
  readonly place: number
  readonly sent: Sent
  private made: readonly OutlineBlock[] | undefined

  constructor(table: OutlineTable, row: number, sent: Sent) {
    this.table = table
    this.place = row
    this.sent = sent
    this.made = undefined
  }

  get round(): number {
    return this.table.round[this.place]!
  }
  get follows(): boolean {
    return this.table.follows[this.place] === 1
  }

  get flags(): number {
    return this.table.flags[this.place]!
  }
  get uuid(): string {
    return this.table.uuid[this.place]!
  }
  get parent(): string | null {
    return this.table.parent[this.place]!
  }
  get kind(): NodeKind {
    return KINDS[this.flags & FLAG.kind] as NodeKind
  }
  get at(): number {
    return this.time ?? 0
  }
  get preserved() {
    return this.table.preserved.get(this.place)
  }
  get messageId(): string | undefined {
    return this.table.reply[this.place] ?? undefined
  }
  get calls(): readonly string[] {
    return this.table.ids.get(this.place)?.calls ?? this.ownCalls
  }
  get answers(): readonly string[] {
    return this.table.ids.get(this.place)?.answers ?? this.ownAnswers
  }
  get ownCalls(): readonly string[] {
    return this.ids(CALL)
  }
  get ownAnswers(): readonly string[] {
    return this.ids(RESULT)
  }
  get isUnsigned(): boolean {
    const { unsigned } = this.table
    if (unsigned.size === 0) return false
    for (let at = this.block; at < this.blockEnd; at++) if (unsigned.has(at)) return true
    return false
  }
  get isSilent(): boolean {
    return this.reply !== null && this.block === this.blockEnd
  }
  get starts(): 'round' | 'synthetic' | undefined {
    if (this.flags & FLAG.startsRound) return 'round'
    return this.flags & FLAG.synthetic ? 'synthetic' : undefined
  }
  get isAck(): boolean {
    return (this.flags & FLAG.ack) !== 0
  }
  get isLeftOut(): boolean {
    return (this.flags & FLAG.leftOut) !== 0
  }
  get text(): string | undefined {
    return this.table.text.get(this.place)
  }
  get start(): number {
    return this.table.start[this.place]!
  }
  get end(): number {
    return this.table.end[this.place]!
  }
  get number(): number {
    return this.table.number[this.place]!
  }
  get isMessage(): boolean {
    return (this.flags & FLAG.isMessage) !== 0
  }
  get isRaw(): boolean {
    return (this.flags & FLAG.raw) !== 0
  }
  get time(): number | null {
    const time = this.table.time[this.place]!
    return Number.isNaN(time) ? null : time
  }
  get reply(): string | null {
    return this.table.reply[this.place]!
  }
  get context(): number {
    return this.table.context[this.place]!
  }
  get passedOver(): OutlineLine['passedOver'] {
    return this.sent.goAlong.get(this.place) ?? NONE
  }
  get places(): ArrayLike<number> {
    return this.table.places
  }
  get placesAt(): number {
    return this.table.placesAt[this.place]!
  }
  get blocks(): readonly OutlineBlock[] {
    this.made ??= this.makeBlocks()
    return this.made
  }

  get blockCount(): number {
    return this.blockEnd - this.block
  }
  get ordinal(): number {
    return this.table.ordinal[this.place]!
  }
  get longestResult(): number {
    const { kind, chars } = this.table
    let longest = -1
    for (let at = this.block, end = this.blockEnd; at < end; at++)
      if (kind[at] === RESULT && chars[at]! > longest) longest = chars[at]!
    return longest
  }
  get ownTools(): readonly (string | undefined)[] {
    const { kind, call, name } = this.table
    let tools: (string | undefined)[] | undefined
    for (let at = this.block, end = this.blockEnd; at < end; at++) {
      if (kind[at] !== CALL || call[at] === null) continue
      const tool = name[at] ?? undefined
      if (tools) tools.push(tool)
      else tools = [tool]
    }
    return tools ?? NONE
  }

  private get block(): number {
    return this.table.block[this.place]!
  }
  private get blockEnd(): number {
    return (this.flags & FLAG.kind) === LEAF ? this.block : this.block + this.table.blocks[this.place]!
  }

  private makeBlocks(): readonly OutlineBlock[] {
    if (this.block === this.blockEnd) return NONE
    const ordinal = this.table.ordinal[this.place]!
    const blocks: OutlineBlock[] = [new TableBlock(this.table, this.block, ordinal)]
    for (let at = this.block + 1; at < this.blockEnd; at++)
      blocks.push(new TableBlock(this.table, at, ordinal + at - this.block))
    return blocks
  }

  private ids(wanted: number): readonly string[] {
    const { kind, call } = this.table
    let ids: string[] | undefined
    for (let at = this.block, end = this.blockEnd; at < end; at++) {
      if (kind[at] !== wanted || call[at] === null) continue
      if (ids) ids.push(call[at]!)
      else ids = [call[at]!] // an empty list that grows takes room for many
    }
    return ids ?? NONE
  }
}

class TableBlock implements OutlineBlock {
  readonly table: OutlineTable
  readonly row: number
  readonly ordinal: number

  constructor(table: OutlineTable, row: number, ordinal: number) {
    this.table = table
    this.row = row
    this.ordinal = ordinal
  }

  get kind(): BlockKind {
    return BLOCK_KINDS[this.table.kind[this.row]!]!
  }
  get chars(): number {
    return this.table.chars[this.row]!
  }
  get name(): string | undefined {
    return this.table.name[this.row] ?? undefined
  }
  get call(): string | undefined {
    return this.table.call[this.row] ?? undefined
  }
  get begins(): string {
    return this.table.begins(this.row)
  }
  get description(): string {
    return this.table.described(this.row)
  }
  get isNotice(): boolean {
    return this.table.notices.has(this.row)
  }
  get strings(): readonly number[] {
    return this.table.strings(this.row)
  }
  get isUnsigned(): boolean {
    return this.table.unsigned.has(this.row)
  }
  get images(): number {
    return this.table.images.get(this.row) ?? 0
  }
  get ms(): number | undefined {
    return this.table.ms.get(this.row)
  }
}
