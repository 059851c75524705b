import { isUtf8 } from 'node:buffer'
import type { Entry } from '../../model/entry.ts'
import { toUtc } from '../../model/time.ts'
import { digestOf } from '../kit/digest-of.ts'
import { type BlockOutline, bareBlockOf, ownBlocksOf } from '../kit/entry-block.ts'
import { blocksOf } from './blocks.ts'
import { isSentAgain, kindOfMessage, type MessageKind } from './classify.ts'
import { wordsKey } from './heard.ts'
import { answersIn, callsIn, type InnerRecord, type Message } from './inner-records.ts'
import { type Line, partsOf, textOf, tokensIn } from './schema.ts'
import { TOOLS } from './tools.ts'

/** Bytes that a round may own: a record, or else some of those inside of it. */
export interface Owned {
  readonly start: number
  /** What tells its blocks from others in the round. */
  readonly keys: readonly string[]
  readonly inner: readonly Owned[]
  /** The round that owns it, or another owner; told when all is read. */
  owner: number
}

/** A message as far as surgery needs to know it; its round, and the places of its blocks in that, are told later. */
export interface ContextMessage {
  readonly id: string
  readonly kind: MessageKind
  readonly entry: Omit<Entry, 'round' | 'blocks' | 'skipped'>
  readonly blocks: readonly BlockOutline[]
  readonly owned: Owned
  readonly isFirsthand: boolean
  /** Of what a person said: its words, as a compaction keeps them. */
  readonly words: string
  /** Of a message of Stet's own. */
  readonly text: string
  readonly skipped: { start: number; end: number }[]
}

interface Place {
  /** Of the line, and of its first byte in the file. */
  readonly number: number
  readonly at: number
}

export function contextMessageOf(
  message: Message,
  bytes: Buffer,
  { number, at }: Place,
  inOutline: boolean,
): ContextMessage {
  const { line, isFirsthand } = message
  const own = bytes.subarray(message.start, message.end)
  const kind = kindOfMessage(line)
  const drafts = blocksOf(line)
  const time = toUtc(line.timestamp)
  const isReply = kind === 'reply' || kind === 'ack'
  return {
    id: line.id!,
    kind,
    entry: {
      start: at + message.start,
      end: at + message.end,
      number,
      id: line.id!,
      isMessage: isSent(line, kind),
      time: time === undefined ? null : Date.parse(time),
      reply: isReply ? line.id! : null,
      context: isReply ? tokensIn(line.fields.tokens) : 0,
      isRaw: !inOutline && !isUtf8(own),
    },
    blocks: inOutline
      ? drafts.filter(({ aside }) => !aside).map(bareBlockOf)
      : ownBlocksOf(drafts, TOOLS).map((block) => weighed(block, kind)),
    owned: ownedBy({ line, start: message.start, end: message.end }, bytes, at, inOutline),
    isFirsthand,
    words: kind === 'human' ? wordsKey(line) : '',
    text: kind === 'synthetic' ? textOf(partsOf(line.fields.content)[0]!) : '',
    skipped: [],
  }
}

/** What is not sent weighs nothing. */
function weighed(block: BlockOutline, kind: MessageKind): BlockOutline {
  return block.kind === 'thinking' || kind === 'note' ? { ...block, size: 0 } : block
}

/** Thoughts are not sent, nor what the person alone is told. */
function isSent(line: Line, kind: MessageKind): boolean {
  if (kind === 'note' || kind === 'injected') return false
  if (kind !== 'reply' && kind !== 'ack') return isSentAgain(line.fields)
  return blocksOf(line).some(({ type }) => type !== 'thinking')
}

function ownedBy({ line, start, end }: InnerRecord, bytes: Buffer, at: number, inOutline: boolean): Owned {
  if (inOutline) return { start: at + start, keys: [], inner: [], owner: 0 }
  const own = bytes.subarray(start, end)
  const inside = line.kind === 'message' ? callsIn(line, own) : line.kind === 'call' ? answersIn(line, own) : []
  return {
    start: at + start,
    keys: keysOf(line),
    inner: inside.map((record) => ownedBy(record, own, at + start, false)),
    owner: 0,
  }
}

/** What is said again has the same key: calls and answers by their ids, all else by what it says. */
export function keysOf(line: Line): readonly string[] {
  const counted = blocksOf(line).filter(({ aside }) => !aside)
  return counted.map(({ type, tool_use_id, content }) =>
    tool_use_id === undefined ? `${type} ${digestOf(JSON.stringify(content) ?? '')}` : `${type} ${tool_use_id}`,
  )
}
