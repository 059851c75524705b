import { isUtf8 } from 'node:buffer'
import { BLOCK_KINDS, type BlockKind } from '../../model/block.ts'
import { callDescription, callTarget } from '../../model/call-target.ts'
import { holdsNotice, isNotice } from '../../model/notice-forms.ts'
import { toUtc } from '../../model/time.ts'
import { textEnd } from '../lines.ts'
import { blockCount, blocksOf, kindOfReplyBlock, kindOfUserBlock } from './blocks.ts'
import { kindOfUserLine, type UserKind } from './classify.ts'
import type { Preserved } from './graph.ts'
import { charsIn, contextOf, hiddenChars, stringsIn } from './measure.ts'
import { kindOf, nodeOf } from './node.ts'
import { FLAG, KINDS, type OutlineColumns } from './outline-columns.ts'
import { placesIn } from './places.ts'
import { type Content, contentOf, isText, type Line, type Usage } from './schema.ts'
import { idsIn } from './sent-lines.ts'
import { isSynthetic } from './synthetic.ts'
import { TITLES } from './titles.ts'

/** So much of a text is kept to say how it begins. */
const BEGINNING = 160
const RESULT_BEGINNING = 100
/** No notice is shorter, so that no shorter string of a call is ever cut. */
const LONG_STRING = 64

/** Where a record stands in its file. */
interface RecordPlace {
  readonly start: number
  readonly end: number
  readonly number: number
  /** The record's bytes. */
  readonly buffer: Buffer
  readonly from: number
  /** Whether something else stands on its line. */
  readonly shares: boolean
  /** False for a record that counts but is not sent. */
  readonly isRead: boolean
}

/** Takes the records of a file one by one and keeps of each what surgery needs to know. */
export function createOutlineWriter(start: number, line: number) {
  let columns = emptyColumns(start, line)
  let place = start
  let number = line
  let lastUuid: string | null = null
  let lastAt = 0
  let lastReply: string | null = null

  return {
    add(record: Line, where: RecordPlace): void {
      const userKind = record.type === 'user' ? kindOfUserLine(record) : undefined
      const flags = flagsOf(record, userKind, where)
      if (flags === undefined) return
      const isSynthetic = (flags & FLAG.synthetic) !== 0
      columns.gap.push(where.start - place)
      columns.step.push(where.number - number)
      const length = textEnd(where.buffer, where.from, where.from + where.end - where.start) - where.from
      columns.length.push(length)
      columns.flags.push(flags)
      place = where.start + length
      number = where.number
      addLinks(record, flags)
      if (isSynthetic) columns.text.push([columns.uuid.length - 1, contentOf(record.message)[0]!.text!])
      addBlocks(record, userKind, flags & FLAG.kind)
      addPlaces(record, where, flags & FLAG.kind)
    },

    /** Takes a line that is none to the client. */
    passOver(start: number, end: number): void {
      columns.passedOver.push([columns.flags.length - 1, start, end])
    },

    /** What was added since the last time, up to the byte `to` and the line `line`. */
    take(to: number, line: number, isOpen = false): OutlineColumns {
      const taken = { ...columns, to, lastLine: line, isOpen }
      columns = emptyColumns(to, line)
      place = to
      number = line
      lastUuid = null
      lastAt = 0
      lastReply = null
      return taken
    },
  }

  function addLinks(record: Line, flags: number): void {
    const kind = KINDS[flags & FLAG.kind]!
    const isLeaf = kind === 'leaf'
    const uuid = (isLeaf ? record.leafUuid : record.uuid) ?? null
    const parent = !isLeaf && isText(record.parentUuid) ? record.parentUuid : null
    const reply = record.type === 'assistant' && isText(record.message?.id) ? record.message.id : null
    const time = isLeaf ? undefined : toUtc(record.timestamp)
    columns.uuid.push(isText(uuid) ? uuid : null)
    columns.parent.push(parent !== null && parent === lastUuid ? 0 : parent)
    columns.reply.push(reply !== null && reply === lastReply ? 0 : reply)
    columns.context.push(record.type === 'assistant' ? contextBehind(record.message?.usage) : 0)
    if (!isLeaf) lastUuid = uuid
    lastReply = reply
    const at = time === undefined ? null : Date.parse(time)
    columns.at.push(at === null ? Number.NaN : at - lastAt)
    lastAt = at ?? lastAt
    const preserved = kind === 'boundary' ? nodeOf(record, 0)?.preserved : undefined
    if (preserved) columns.preserved.push([columns.uuid.length - 1, preserved])
  }

  function addBlocks(record: Line, userKind: UserKind | undefined, kind: number): void {
    if (kind > LAST_LINE) columns.blocks.push(isText(record.uuid) || record.message ? blockCount(record) : 0)
    else if (record.type === 'assistant') addReply(contentOf(record.message))
    else if (record.type === 'user') addUserBlocks(record, userKind === 'human')
    else {
      const blocks = blocksOf(record)
      for (const block of blocks) addText(block.type, textOf(block.content))
      columns.blocks.push(blocks.length)
      noteIds(contentOf(record.message), 'tool_use', 'tool_result')
    }
  }

  function addReply(content: readonly Content[]): void {
    for (const block of content) {
      const kind = kindOfReplyBlock(block)
      if (kind === 'tool_use') addCall(block)
      else {
        if (block.type === 'thinking' && !isText(block.signature)) columns.unsigned.push(columns.kind.length)
        const text = kind === 'assistant-text' ? block.text : block.type === 'thinking' ? block.thinking : ''
        addText(kind, isText(text) ? text : '')
        if (kind === 'thinking') columns.chars.push(Math.max(columns.chars.pop()!, hiddenChars(block)))
      }
    }
    columns.blocks.push(content.length)
    noteIds(content, 'tool_result', 'tool_result')
  }

  function addUserBlocks(record: Line, isHuman: boolean): void {
    const content = contentOf(record.message)
    const ms = msOf(record.toolUseResult)
    for (const block of content) {
      const kind = kindOfUserBlock(block, isHuman)
      if (kind !== 'tool_result') {
        addText(kind, isText(block.text) && kind !== 'unknown' ? block.text : '')
        continue
      }
      const images = imagesIn(block.content)
      if (images > 0) columns.images.push([columns.kind.length, images])
      if (ms !== undefined) columns.ms.push([columns.kind.length, ms])
      addResult(block.content, isText(block.tool_use_id) ? block.tool_use_id : null)
    }
    columns.blocks.push(content.length)
    noteIds(content, 'tool_use', 'tool_use')
  }

  function addCall(block: Content): void {
    const call = isText(block.id) ? block.id : null
    addStrings(block)
    columns.kind.push(BLOCK.tool_use)
    columns.chars.push(charsIn(block.input ?? null))
    columns.name.push(isText(block.name) ? block.name : null)
    columns.call.push(call)
    columns.begins.push(copyOf(callTarget(block.input).slice(0, BEGINNING)))
  }

  function addStrings(block: Content): void {
    const at = columns.kind.length
    const described = callDescription(block.input)
    if (described !== '') columns.described.push([at, copyOf(described.slice(0, BEGINNING))])
    const long = stringsIn(block.input).filter((text) => text.length > LONG_STRING)
    if (long.length > 0) columns.strings.push([at, long.map((text) => text.length)])
    if (long.some(isNotice)) columns.notices.push(at)
  }

  function addText(kind: BlockKind, text: string): void {
    const isTold = kind === 'user-text' || kind === 'assistant-text'
    if (isNotice(text)) columns.notices.push(columns.kind.length)
    columns.kind.push(BLOCK[kind])
    columns.chars.push(text.length)
    columns.name.push(null)
    columns.call.push(null)
    columns.begins.push(isTold ? copyOf(text.slice(0, BEGINNING)) : '')
  }

  function addResult(content: unknown, call: string | null): void {
    const parts = partsOf(content)
    if (isText(content) ? isNotice(content) : holdsNotice(parts)) columns.notices.push(columns.kind.length)
    columns.kind.push(BLOCK.tool_result)
    columns.chars.push(parts.reduce((chars, part) => chars + part.length, 0))
    columns.name.push(null)
    columns.call.push(call)
    columns.begins.push(copyOf(parts.join('\n').slice(0, RESULT_BEGINNING)))
  }

  /** Keeps the calls and answers of a line that has blocks of a type which does not tell them there. */
  function noteIds(content: readonly Content[], one: string, other: string): void {
    for (const { type } of content) {
      if (type !== one && type !== other) continue
      const calls = idsIn(content, 'tool_use', 'id')
      columns.ids.push([columns.blocks.length - 1, calls, idsIn(content, 'tool_result', 'tool_use_id')])
      return
    }
  }

  function addPlaces(record: Line, { buffer, from, start, end, shares }: RecordPlace, kind: number): void {
    const places = kind <= LAST_LINE && !shares ? placesIn(record, buffer, from, from + end - start) : []
    columns.places.push(places.length)
    for (const place of places) columns.places.push(place)
  }
}

function emptyColumns(from: number, line: number) {
  return {
    from,
    line,
    gap: [] as number[],
    step: [] as number[],
    length: [] as number[],
    flags: [] as number[],
    uuid: [] as (string | null)[],
    parent: [] as (string | 0 | null)[],
    at: [] as number[],
    reply: [] as (string | 0 | null)[],
    context: [] as number[],
    blocks: [] as number[],
    places: [] as number[],
    kind: [] as number[],
    chars: [] as number[],
    name: [] as (string | null)[],
    call: [] as (string | null)[],
    begins: [] as string[],
    described: [] as (readonly [block: number, text: string])[],
    unsigned: [] as number[],
    notices: [] as number[],
    strings: [] as (readonly [block: number, lengths: readonly number[]])[],
    images: [] as (readonly [block: number, count: number])[],
    ms: [] as (readonly [block: number, ms: number])[],
    preserved: [] as (readonly [line: number, kept: Preserved])[],
    text: [] as (readonly [line: number, text: string])[],
    passedOver: [] as (readonly [line: number, start: number, end: number])[],
    ids: [] as (readonly [line: number, calls: readonly string[], answers: readonly string[]])[],
  }
}

const BLOCK = Object.fromEntries(BLOCK_KINDS.map((kind, at) => [kind, at])) as Record<BlockKind, number>
const KIND = Object.fromEntries(KINDS.map((kind, at) => [kind, at])) as Record<(typeof KINDS)[number], number>
const LAST_LINE = KIND.boundary

/** What a record is to surgery; undefined for one that is nothing to it. */
function flagsOf(line: Line, userKind: UserKind | undefined, where: RecordPlace): number | undefined {
  const { isRead, buffer, from, start, end } = where
  if (!isText(line.uuid)) {
    if (isRead && TITLES.has(line.type ?? '')) return KIND.title
    if (isRead && line.type === 'last-prompt' && isText(line.leafUuid)) return KIND.leaf
    if (!line.message) return undefined
  }
  const sidechain = line.isSidechain === true ? FLAG.sidechain : 0
  if (!isRead || !isText(line.uuid)) return KIND.counted | sidechain
  const synthetic = isSynthetic(line)
  const isHuman = !synthetic && userKind === 'human'
  const isAck = line.type === 'assistant' && line.message?.model === '<synthetic>' && !line.isApiErrorMessage
  return (
    KIND[kindOf(line, userKind)] |
    sidechain |
    (isHuman ? FLAG.startsRound : 0) |
    (synthetic ? FLAG.synthetic : 0) |
    (isAck ? FLAG.ack : 0) |
    (line.type === 'progress' || line.isApiErrorMessage === true ? FLAG.leftOut : 0) |
    (line.type === 'user' || line.type === 'assistant' ? FLAG.isMessage : 0) |
    (where.shares ? FLAG.shares : 0) |
    (isUtf8(buffer.subarray(from, from + end - start)) ? 0 : FLAG.raw)
  )
}

function contextBehind(usage: Usage | undefined): number {
  const context = contextOf(usage)
  return context > 0 && typeof usage?.output_tokens === 'number' ? context + usage.output_tokens : context
}

/** The text of a block, whichever form its content has; pictures are none. */
function textOf(content: unknown): string {
  return isText(content) ? content : partsOf(content).join('\n')
}

function partsOf(content: unknown): readonly string[] {
  if (isText(content)) return [content]
  return Array.isArray(content) ? content.map(partText) : []
}

function partText(part: unknown): string {
  const text = typeof part === 'object' && part !== null ? (part as { text?: unknown }).text : part
  return typeof text === 'string' ? text : ''
}

const scratch = Buffer.alloc(4 * BEGINNING)

/** A part of a longer text would keep all of that in memory. */
function copyOf(text: string): string {
  return text === '' ? '' : scratch.toString('utf8', 0, scratch.write(text))
}

function imagesIn(content: unknown): number {
  if (!Array.isArray(content)) return 0
  return content.filter((part) => (part as { type?: unknown } | null)?.type === 'image').length
}

function msOf(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const { durationMs, totalDurationMs } = result as { durationMs?: unknown; totalDurationMs?: unknown }
  const ms = durationMs ?? totalDurationMs
  return typeof ms === 'number' && ms >= 0 ? Math.round(ms) : undefined
}
