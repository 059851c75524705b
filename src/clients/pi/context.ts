import { isUtf8 } from 'node:buffer'
import type { Context, ContextPart } from '../../model/context.ts'
import { answersIn, type ByteRange, callsIn, type Entry, type EntryBlock } from '../../model/entry.ts'
import { hashHex } from '../../model/id.ts'
import { toUtc } from '../../model/time.ts'
import type { ContextReader, ContextReading } from '../client.ts'
import { type BlockOutline, bareBlockOf, ownBlocksOf } from '../kit/entry-block.ts'
import { textEnd } from '../lines.ts'
import { blocksOf } from './blocks.ts'
import { type EntryKind, isSent, kindOf } from './classify.ts'
import { keptBy, type Line, readLine, textIn, tokensIn } from './schema.ts'
import { TOOLS } from './tools.ts'

/** A line as far as surgery needs to know it; which round owns it, and which blocks that has before, is told later. */
interface Read {
  readonly id: string
  readonly parent: string | null
  readonly kind: EntryKind
  /** Of a compaction: the first entry before it that is still sent. */
  readonly keeps: string | undefined
  /** Of an edit: the entry it changes, and whether nothing of that is sent any more. */
  readonly target: string | undefined
  readonly removes: boolean
  /** Of a synthetic message. */
  readonly text: string
  readonly entry: Omit<Entry, 'round' | 'blocks' | 'skipped'>
  readonly blocks: readonly BlockOutline[]
  readonly bytes: Buffer | undefined
  readonly skipped: ByteRange[]
}

/** A part of what is sent while it is put together. */
interface Draft {
  readonly kind: ContextPart['kind']
  readonly text?: string
  readonly lines: Read[]
}

/**
 * Reads a session line by line and tells what the client would send of it: the entries from the last of the file up to the
 * root, each after the one that it names, of which a compaction leaves its summary and what it kept. What it tells the
 * model at the beginning it tells it anew.
 */
export function createContextReader({ inOutline = false, originals = false }: ContextReading = {}): ContextReader {
  const reads: Read[] = []
  let number = 0
  let offset = 0

  return {
    add(bytes, length = bytes.length) {
      const place = { start: offset, end: offset + length, number: ++number }
      offset += length
      const text = bytes.subarray(0, textEnd(bytes, 0, bytes.length))
      const line = readLine(text)
      if (line) reads.push(readOf(line, text, place, reads.at(-1)?.id ?? null, inOutline))
      else if (text.toString('latin1').trim() !== '') reads.at(-1)?.skipped.push({ start: place.start, end: place.end })
    },
    context: (roundAt) => contextOf(reads, originals, roundAt),
  }
}

type Place = ByteRange & { readonly number: number }

function readOf(line: Line, bytes: Buffer, place: Place, before: string | null, inOutline: boolean): Read {
  const kind = kindOf(line)
  const { targetId, replacement } = line.fields
  const isReply = kind === 'reply' || kind === 'ack'
  const time = toUtc(line.timestamp)
  const drafts = blocksOf(line)
  const blocks = inOutline ? drafts.map(bareBlockOf) : ownBlocksOf(drafts, TOOLS)
  const isMessage = drafts.length > 0 && isSent(line, kind)
  const id = line.id ?? `#${place.number - 1}`
  return {
    id,
    parent: line.id === undefined ? before : (line.parentId ?? null),
    kind,
    keeps: kind === 'compaction' ? keptBy(line.fields) : undefined,
    target: kind === 'edit' && typeof targetId === 'string' ? targetId : undefined,
    removes: replacement === null,
    text: kind === 'synthetic' ? textIn(line.fields.content) : '',
    entry: {
      ...place,
      id: line.id ?? hashHex(bytes),
      isMessage,
      time: time === undefined ? null : Date.parse(time),
      reply: isReply && isMessage ? id : null,
      context: kind === 'reply' && isMessage ? tokensIn(line.message.usage) : 0,
      isRaw: !inOutline && !isUtf8(bytes),
    },
    blocks: isMessage ? blocks : blocks.map((block) => ({ ...block, ...UNSENT })),
    bytes: OF_HEAD.has(kind) && !inOutline ? Buffer.from(bytes) : undefined,
    skipped: [],
  }
}

const UNSENT = { kind: 'unknown', call: undefined, name: undefined, size: 0 } as const

/** What a new session begins with: the last of each. */
const OF_HEAD: ReadonlySet<EntryKind> = new Set(['about', 'name', 'setting'])

function contextOf(reads: readonly Read[], originals: boolean, roundAt: (at: number) => number): Context {
  const path = pathOf(reads)
  const entries = entriesOf(reads, editedIn(path), roundAt)
  const drafts = draftsOf(sentIn(path, originals))
  const sent = drafts.map(({ lines }) => lines.map((read) => entries.get(read)!))
  const calls = new Set(sent.flat().flatMap(callsIn))
  const answers = new Set(sent.flat().flatMap(answersIn))
  const parts = drafts.map(({ kind, text }, at): ContextPart => {
    const lines = sent[at]!.filter((entry) => answersIn(entry).every((call) => calls.has(call)))
    const round = kind === 'round' || kind === 'rest' ? (lines.find((line) => line.round > 0)?.round ?? 0) : 0
    return { kind, round, lines, ...(text !== undefined && { text }) }
  })
  return {
    parts: parts.filter(({ lines }) => lines.length > 0),
    head: headOf(path, reads),
    openCalls: [...calls].filter((call) => !answers.has(call)),
    linesOf: (round) =>
      reads
        .flatMap((read) => (OF_A_ROUND.has(read.kind) ? entries.get(read)! : []))
        .filter((one) => one.round === round),
  }
}

/** What a round is made of. */
const OF_A_ROUND: ReadonlySet<EntryKind> = new Set(['human', 'words', 'reply', 'answer', 'told'])

/** From the first entry to the last of the file, each after the one that it names. */
function pathOf(reads: readonly Read[]): readonly Read[] {
  const entries = reads.filter(({ kind }) => kind !== 'about')
  const byId = new Map(entries.map((read) => [read.id, read]))
  const path = new Set<Read>()
  for (let at = entries.at(-1); at && !path.has(at); at = at.parent === null ? undefined : byId.get(at.parent))
    path.add(at)
  return [...path].reverse()
}

/** What is left of a path since its last compaction: its summary, what it kept, and what follows. */
function sentIn(path: readonly Read[], originals: boolean): readonly Read[] {
  const removed = new Set(path.flatMap(({ target, removes }) => (target !== undefined && removes ? target : [])))
  const whole = path.filter(({ id }) => !removed.has(id))
  const bare = whole.filter(({ kind }) => kind !== 'compaction')
  const compaction = originals ? undefined : whole.findLast(({ kind }) => kind === 'compaction')
  if (!compaction) return bare
  const at = whole.indexOf(compaction)
  const first = whole.findIndex(({ id }) => id === compaction.keeps)
  const kept = first === -1 || first >= at ? [] : whole.slice(first, at)
  return [compaction, ...[...kept, ...whole.slice(at + 1)].filter((read) => bare.includes(read))]
}

/** Entries of which something else is sent than their lines say. */
function editedIn(path: readonly Read[]): ReadonlySet<string> {
  return new Set(path.flatMap(({ target, removes }) => (target !== undefined && !removes ? target : [])))
}

/** Blocks are counted in the order of the file, also those that are not sent. What the client changed stays as it is. */
function entriesOf(
  reads: readonly Read[],
  edited: ReadonlySet<string>,
  roundAt: (at: number) => number,
): ReadonlyMap<Read, Entry> {
  const ordinals = new Map<number, number>()
  return new Map(
    reads.map((read): [Read, Entry] => {
      const round = roundAt(read.entry.start)
      const ordinal = ordinals.get(round) ?? 0
      ordinals.set(round, ordinal + read.blocks.length)
      const blocks = read.blocks.map((block, at): EntryBlock => {
        return { ...block, ordinal: ordinal + at, ...(edited.has(read.id) && { isNotice: true }) }
      })
      return [read, { ...read.entry, round, blocks, skipped: read.skipped }]
    }),
  )
}

function headOf(path: readonly Read[], reads: readonly Read[]): readonly Buffer[] {
  const about = reads.find(({ kind }) => kind === 'about')
  const last = new Map(
    path.flatMap((read) => (OF_HEAD.has(read.kind) && read.bytes ? [[typeOf(read), read.bytes]] : [])),
  )
  return [...(about?.bytes ? [about.bytes] : []), ...last.values()]
}

function typeOf({ bytes }: Read): string {
  return readLine(bytes!)?.type ?? ''
}

function draftsOf(path: readonly Read[]): readonly Draft[] {
  const parts: Draft[] = []
  for (const read of path) {
    const last = parts.at(-1)
    switch (read.kind) {
      case 'about':
      case 'name':
      case 'system':
        break
      case 'human':
        parts.push({ kind: 'round', lines: [read] })
        break
      case 'synthetic':
        parts.push({ kind: 'synthetic', text: read.text, lines: [read] })
        break
      case 'compaction':
        parts.push({ kind: 'other', lines: [read] })
        break
      case 'ack':
        last?.lines.push(read)
        break
      case 'setting':
      case 'edit':
      case 'note':
        last?.lines.push(read) // before the first part a new session has the last of each at its beginning
        break
      case 'told':
        if (last) last.lines.push(read)
        else parts.push({ kind: 'other', lines: [read] })
        break
      default:
        if (last?.kind === 'round' || last?.kind === 'rest') last.lines.push(read)
        else parts.push({ kind: 'rest', lines: [read] })
    }
  }
  return parts
}
