import { isUtf8 } from 'node:buffer'
import type { Context, ContextPart } from '../../model/context.ts'
import { answersIn, type ByteRange, callsIn, type Entry, type EntryBlock } from '../../model/entry.ts'
import { hashHex } from '../../model/id.ts'
import { toUtc } from '../../model/time.ts'
import type { ContextReader, ContextReading } from '../client.ts'
import { type BlockOutline, bareBlockOf, ownBlocksOf } from '../kit/entry-block.ts'
import { textEnd } from '../lines.ts'
import { blocksOf } from './blocks.ts'
import { isAck, kindOfUserMessage } from './classify.ts'
import { contentOf, countedContext, isText, type Line, type Payload, readLine, textOf } from './schema.ts'
import { TOOLS } from './tools.ts'

/** A line as far as surgery needs to know it; which round owns it, and which blocks that has before, is told later. */
type ContextLine = Omit<Entry, 'round' | 'blocks'> & {
  readonly drafts: readonly BlockOutline[]
}

type Place = ByteRange & { readonly number: number }

export function contextLineOf(line: Line, bytes: Buffer, place: Place): ContextLine {
  const { payload } = line
  const drafts = ownBlocksOf(blocksOf(line), TOOLS).map((block) => {
    return isHosted(payload) ? { ...block, ...UNANSWERED } : block
  })
  const time = toUtc(line.timestamp)
  const isItem = line.type === 'response_item'
  const calls = drafts.filter(({ kind }) => kind === 'tool_use')
  const id =
    isItem && isText(payload.id) ? payload.id : hashHex(`${line.timestamp}\0${line.type}\0${JSON.stringify(payload)}`)
  return {
    ...place,
    id,
    isMessage: isItem || line.type === 'compacted',
    time: time === undefined ? null : Date.parse(time),
    reply: isItem && (payload.role === 'assistant' || calls.length > 0 || payload.type === 'reasoning') ? id : null,
    context: countedContext(line),
    drafts,
    isRaw: !isUtf8(bytes),
    skipped: [],
  }
}

/** A line with no more than what decides whether it is sent: which calls it makes, and which it answers. */
function outlineOf(line: Line, place: Place): ContextLine {
  const drafts = isHosted(line.payload)
    ? []
    : blocksOf(line).flatMap((draft) => (draft.tool_use_id === undefined || draft.aside ? [] : [bareBlockOf(draft)]))
  return {
    ...place,
    id: null,
    isMessage: line.type === 'response_item' || line.type === 'compacted',
    time: null,
    reply: null,
    context: 0,
    drafts,
    isRaw: false,
    skipped: [],
  }
}

/** Calls that the vendor's own machines answer: their result is in the same item, or nowhere. */
function isHosted({ type }: Payload): boolean {
  return type === 'web_search_call' || type === 'image_generation_call'
}

const UNANSWERED = { kind: 'unknown', call: undefined, name: undefined } as const

/** What a line does to what is sent. */
type Effect =
  | 'human'
  | 'synthetic'
  | 'ack'
  | 'injected'
  | 'item'
  | 'compaction'
  | 'back'
  | 'turn'
  | 'state'
  | 'event'
  | 'none'

interface Read {
  readonly line: ContextLine
  readonly effect: Effect
  /** Rounds that are taken back. */
  readonly rounds: number
  /** Of a synthetic message. */
  readonly text: string
  skipped: ByteRange[]
}

/** A part of what is sent while it is put together. */
interface Draft {
  readonly kind: ContextPart['kind']
  readonly text?: string
  readonly lines: Read[]
}

/**
 * Reads a session line by line and tells what the client would send of it: the items in the order of the file, from the
 * last compaction on, without rounds that were taken back and without answers that have no call.
 *
 * What the client notes goes along with the round it is in, and what it notes at the beginning of a turn with the round
 * that follows; what it tells the model there belongs to no round.
 */
export function createContextReader({ inOutline = false }: ContextReading = {}): ContextReader {
  const reads: Read[] = []
  const head: Buffer[] = []
  let number = 0
  let offset = 0

  return {
    add(bytes, length = bytes.length) {
      const start = offset
      number++
      offset += length
      const line = readLine(bytes.subarray(0, textEnd(bytes, 0, bytes.length)))
      if (!line) {
        if (bytes.length > 0 && bytes.toString('latin1').trim() !== '')
          reads.at(-1)?.skipped.push({ start, end: offset })
        return
      }
      if (belongsToHead(line, number)) head.push(Buffer.from(bytes))
      const place = { start, end: offset, number }
      const read = inOutline ? outlineOf(line, place) : contextLineOf(line, bytes, place)
      const rounds = typeof line.payload.num_turns === 'number' ? line.payload.num_turns : 0
      const effect = effectOf(line)
      const text = effect === 'synthetic' ? textOf(contentOf(line.payload.content)[0] ?? {}) : ''
      reads.push({ line: read, effect, rounds, text, skipped: [] })
    },
    context: (roundAt) => contextOf(reads, head, roundAt),
  }
}

/** The first line, which is kept with every session, and the names that were given to it. */
function belongsToHead({ type, payload }: Line, number: number): boolean {
  if (type === 'session_meta') return number === 1
  return type === 'event_msg' && payload.type === 'thread_name_updated'
}

function effectOf({ type, payload }: Line): Effect {
  switch (type) {
    case 'response_item':
      return itemEffect(payload)
    case 'compacted':
      return 'compaction'
    case 'world_state':
      return 'state'
    case 'event_msg':
      if (payload.type === 'task_started') return 'turn'
      return payload.type === 'thread_rolled_back' ? 'back' : payload.type === 'thread_name_updated' ? 'none' : 'event'
    case 'turn_context':
    case 'token_usage_record':
      return 'event'
    default:
      return 'none' // session_meta, Stet's own note, and what no client reads
  }
}

/** Items that the client keeps for itself. */
const UNSENT: ReadonlySet<unknown> = new Set(['ghost_snapshot', undefined])

function itemEffect(item: Line['payload']): Effect {
  if (UNSENT.has(item.type)) return 'none'
  if (item.type !== 'message') return 'item'
  if (item.role === 'assistant') return isAck(item) ? 'ack' : 'item'
  if (item.role === 'developer') return 'injected'
  if (item.role !== 'user') return 'none'
  const kind = kindOfUserMessage(item)
  return kind === 'words' ? 'item' : kind
}

/** What a round is made of. */
const OF_A_ROUND: ReadonlySet<Effect> = new Set(['turn', 'human', 'injected', 'item', 'state', 'event'])

function contextOf(reads: readonly Read[], head: readonly Buffer[], roundAt: (at: number) => number): Context {
  const ordinals = new Map<number, number>()
  const entries = new Map<Read, Entry>()
  for (const read of reads) {
    const { drafts, ...known } = read.line
    const round = roundAt(known.start)
    const ordinal = ordinals.get(round) ?? 0
    ordinals.set(round, ordinal + drafts.length)
    const blocks = drafts.map((draft, at): EntryBlock => ({ ...draft, ordinal: ordinal + at }))
    entries.set(read, { ...known, round, blocks, skipped: read.skipped })
  }
  const drafts = draftsOf(reads).map((part) => ({ ...part, lines: part.lines.map((read) => entries.get(read)!) }))
  const calls = new Set(drafts.flatMap(({ lines }) => lines.flatMap(callsIn)))
  const answers = new Set(drafts.flatMap(({ lines }) => lines.flatMap(answersIn)))
  const parts = drafts.map(({ kind, text, lines: own }): ContextPart => {
    const lines = own.filter((entry) => answersIn(entry).every((call) => calls.has(call)))
    const round = kind === 'round' || kind === 'rest' ? (lines.find((line) => line.round > 0)?.round ?? 0) : 0
    return { kind, round, lines, ...(text !== undefined && { text }) }
  })
  const compaction = reads.findLast(({ effect }) => effect === 'compaction')
  return {
    parts: parts.filter((part) => part.lines.length > 0),
    head,
    openCalls: [...calls].filter((call) => !answers.has(call)),
    linesOf: (round) =>
      reads
        .flatMap((read) => (OF_A_ROUND.has(read.effect) ? entries.get(read)! : []))
        .filter((one) => one.round === round),
    ...(compaction && { compactedAt: compaction.line.number }),
  }
}

function draftsOf(reads: readonly Read[]): readonly Draft[] {
  let parts: Draft[] = []
  /** Notes from the beginning of a turn on, until somebody says something in it. */
  let opening: Read[] | undefined
  for (const read of reads) {
    switch (read.effect) {
      case 'human':
        parts.push({ kind: 'round', lines: [...(opening ?? []), read] })
        opening = undefined
        break
      case 'synthetic':
        parts.push({ kind: 'synthetic', text: read.text, lines: [read] })
        break
      case 'ack':
        last('other').lines.push(read)
        break
      case 'compaction':
        parts = [{ kind: 'other', lines: [read] }]
        break
      case 'injected':
        if (opening || parts.length === 0) outsideRounds().lines.push(read)
        else last('other').lines.push(read)
        break
      case 'item':
        goOn().lines.push(...(opening ?? []), read)
        opening = undefined
        break
      case 'turn':
        opening = [read]
        break
      case 'state':
        if (opening || isOutsideRounds(parts.at(-1))) outsideRounds().lines.push(read)
        else last('other').lines.push(read)
        break
      case 'event':
        if (opening) opening.push(read)
        else if (parts.length > 0) last('other').lines.push(read)
        break
      case 'back':
        parts = takeBack(parts, read.rounds)
        break
      case 'none':
        break
    }
  }
  return parts

  function last(kind: Draft['kind']): Draft {
    const part = parts.at(-1)
    if (part) return part
    parts.push({ kind, lines: [] })
    return parts.at(-1)!
  }

  /** The part for what belongs to no round, at the end. */
  function outsideRounds(): Draft {
    if (!isOutsideRounds(parts.at(-1))) parts.push({ kind: 'other', lines: [] })
    return parts.at(-1)!
  }

  /** What the agent says goes on in its round; after a compaction that is the rest of one. */
  function goOn(): Draft {
    const going = parts.findLast(({ kind }) => kind === 'round' || kind === 'rest')
    if (!going) parts.push({ kind: 'rest', lines: [] })
    return going ?? parts.at(-1)!
  }
}

function isOutsideRounds(part: Draft | undefined): boolean {
  return part?.kind === 'other'
}

/** Leaves out the last rounds, and what the client told the model right before the first of them. */
function takeBack(parts: readonly Draft[], rounds: number): Draft[] {
  const starts = parts.flatMap((part, at) => (part.kind === 'round' ? [at] : []))
  if (rounds <= 0 || starts.length === 0) return [...parts]
  let end = starts[Math.max(0, starts.length - rounds)]!
  while (end > 0 && end > starts[0]! && isContext(parts[end - 1]!)) end--
  return parts.slice(0, end)
}

function isContext({ kind, lines }: Draft): boolean {
  return kind === 'other' && lines.every(({ effect }) => effect === 'injected' || effect === 'state')
}
