import { isUtf8 } from 'node:buffer'
import type { BlockDraft } from '../../model/block.ts'
import type { Context, ContextPart } from '../../model/context.ts'
import { answersIn, type ByteRange, callsIn, type Entry, type EntryBlock } from '../../model/entry.ts'
import type { ContextReader, ContextReading, Tools } from '../client.ts'
import { textEnd } from '../lines.ts'
import { type BlockOutline, bareBlockOf, ownBlocksOf } from './entry-block.ts'

/**
 * What a message is: `round` begins one, `said` goes on in it, `told` is the client's own in a person's place; a `summary` is in
 * the place of all before it, but for what `keepsFrom` names. `synthetic` and `ack` are Stet's, `unsent` is nobody's.
 */
export type DocumentKind = 'round' | 'said' | 'told' | 'summary' | 'synthetic' | 'ack' | 'unsent'

/** A message inside of a record, as far as surgery needs to know it. */
export interface DocumentMessage extends ByteRange {
  readonly kind: DocumentKind
  readonly id: string | null
  /** The one that it belongs to: a summary goes with what asks for it. */
  readonly parent?: string | undefined
  /** Of what asks for a summary: the first message before it that is still sent. */
  readonly keepsFrom?: string | undefined
  readonly blocks: readonly BlockDraft[]
  readonly time: number | null
  readonly isReply: boolean
  readonly tokens: number
  /** Whether some of its blocks are sent in another form: they stay as they are. */
  readonly isFixed?: boolean
  /** Of a synthetic message. */
  readonly text?: string
}

export interface DocumentRules {
  /** The messages of a record: the whole of it, or those inside. What a new session begins with is given to `head`. */
  messagesIn(record: Buffer, head: (bytes: Buffer) => void): readonly DocumentMessage[]
  readonly tools: Pick<Tools, 'act' | 'outcome'>
}

interface Read {
  readonly message: DocumentMessage
  readonly entry: Omit<Entry, 'round' | 'blocks'>
  readonly blocks: readonly BlockOutline[]
}

/** A context reader for clients whose files are documents of messages, sent one after the other. */
export function documentContext(rules: DocumentRules): (how?: ContextReading) => ContextReader {
  return ({ inOutline = false, originals = false } = {}) => {
    const reads: Read[] = []
    let head: Buffer | undefined
    let number = 0
    let offset = 0
    return {
      add(bytes, length = bytes.length) {
        const record = bytes.subarray(0, textEnd(bytes, 0, bytes.length))
        number++
        const found = rules.messagesIn(record, (given) => {
          head = given
        })
        for (const message of found) {
          const { start, end, blocks } = message
          reads.push({
            message,
            blocks: inOutline ? blocks.map(bareBlockOf) : ownBlocksOf(blocks, rules.tools),
            entry: entryOf(message, {
              start: offset + start,
              end: offset + end,
              number: found.length > 1 ? reads.length + 1 : number,
              isRaw: !isUtf8(record.subarray(start, end)),
            }),
          })
        }
        offset += length
      },
      context: (roundAt) => contextOf(reads, { head, originals, roundAt }),
    }
  }
}

function entryOf(
  { id, kind, time, isReply, tokens, blocks }: DocumentMessage,
  place: ByteRange & { number: number; isRaw: boolean },
) {
  const isMessage = kind !== 'unsent' && blocks.length > 0
  return { ...place, id, isMessage, time, reply: isReply && isMessage ? id : null, context: tokens, skipped: [] }
}

interface Known {
  readonly head: Buffer | undefined
  readonly originals: boolean
  readonly roundAt: (at: number) => number
}

function contextOf(reads: readonly Read[], { head, originals, roundAt }: Known): Context {
  const ordinals = new Map<number, number>()
  const entries = new Map(
    reads.map((read): [Read, Entry] => {
      const { entry, blocks, message } = read
      const round = roundAt(entry.start)
      const ordinal = ordinals.get(round) ?? 0
      ordinals.set(round, ordinal + blocks.length)
      const own = blocks.map((block, at): EntryBlock => {
        const fixed = message.isFixed && block.kind === 'tool_result' ? { isNotice: true } : {}
        return { ...block, ...(message.kind === 'unsent' && UNSENT), ...fixed, ordinal: ordinal + at }
      })
      return [read, { ...entry, round, blocks: own }]
    }),
  )
  const drafts = draftsOf(sentOf(reads, originals))
  const lines = drafts.map((draft) => draft.reads.map((read) => entries.get(read)!))
  const calls = new Set(lines.flat().flatMap(callsIn))
  const answers = new Set(lines.flat().flatMap(answersIn))
  const parts = drafts.map(({ kind, text }, at): ContextPart => {
    const own = lines[at]!.filter((entry) => answersIn(entry).every((call) => calls.has(call)))
    const round = kind === 'round' || kind === 'rest' ? (own.find((line) => line.round > 0)?.round ?? 0) : 0
    return { kind, round, lines: own, ...(text !== undefined && { text }) }
  })
  return {
    parts: parts.filter((part) => part.lines.length > 0),
    head: head ? [head] : [],
    openCalls: [...calls].filter((call) => !answers.has(call)),
    linesOf: (round) =>
      reads
        .flatMap((read) => (OF_A_ROUND.has(read.message.kind) ? entries.get(read)! : []))
        .filter((one) => one.round === round),
  }
}

const UNSENT = { kind: 'unknown', call: undefined, name: undefined, size: 0 } as const

const OF_A_ROUND: ReadonlySet<DocumentKind> = new Set(['round', 'said', 'told'])

/** A compaction: what asks for it, its summary, what it kept, and what follows. */
function sentOf(reads: readonly Read[], originals: boolean): readonly Read[] {
  const isOfSummary = (read: Read) => read.message.kind === 'summary'
  const at = reads.findLastIndex(isOfSummary)
  if (at === -1) return reads
  const asks = (summary: Read) => reads.find(({ message: { id } }) => id !== null && id === summary.message.parent)
  const asked = new Set(reads.filter(isOfSummary).map(asks))
  if (originals) return reads.filter((read) => !isOfSummary(read) && !asked.has(read))
  const [summary, question] = [reads[at]!, asks(reads[at]!)]
  const from = question?.message.keepsFrom
  const first = from === undefined ? -1 : reads.findIndex(({ message: { id } }) => id === from)
  const before = question ? reads.indexOf(question) : at
  const kept = first === -1 || first >= before ? [] : reads.slice(first, before)
  const rest = [...kept, ...reads.slice(at + 1)].filter((read) => !isOfSummary(read) && !asked.has(read))
  return [...(question ? [question] : []), summary, ...rest]
}

interface Draft {
  readonly kind: ContextPart['kind']
  readonly text?: string | undefined
  readonly reads: Read[]
}

function draftsOf(reads: readonly Read[]): readonly Draft[] {
  const parts: Draft[] = []
  for (const read of reads) {
    const last = parts.at(-1)
    const isGoingOn = last?.kind === 'round' || last?.kind === 'rest'
    switch (read.message.kind) {
      case 'round':
        parts.push({ kind: 'round', reads: [read] })
        break
      case 'synthetic':
        parts.push({ kind: 'synthetic', text: read.message.text, reads: [read] })
        break
      case 'summary':
        if (last?.kind === 'other') last.reads.push(read)
        else parts.push({ kind: 'other', reads: [read] })
        break
      case 'ack':
      case 'unsent':
        last?.reads.push(read)
        break
      case 'told':
        if (last && last.kind !== 'synthetic') last.reads.push(read)
        else parts.push({ kind: 'other', reads: [read] })
        break
      default:
        if (isGoingOn) last.reads.push(read)
        else parts.push({ kind: 'rest', reads: [read] })
    }
  }
  return parts
}
