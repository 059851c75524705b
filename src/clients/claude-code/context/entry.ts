import { isUtf8 } from 'node:buffer'
import type { ByteRange, Entry } from '../../../model/entry.ts'
import { toUtc } from '../../../model/time.ts'
import { blockCount } from '../read/blocks.ts'
import { isSynthetic, kindOfUserLine, startsRound } from '../read/classify.ts'
import { kindOf, preservedBy } from '../read/graph.ts'
import { contextOf } from '../read/measure.ts'
import { queuedWords } from '../read/queue.ts'
import { isTyped } from '../read/words.ts'
import { contentOf, isText, type Line, type Usage } from '../schema.ts'
import { entryBlocks, type OwnBlock } from './entry-blocks.ts'
import { idsIn, type Linked } from './sent-lines.ts'

/** Side records the client reads back as the session's name. */
const TITLES: ReadonlySet<string> = new Set(['custom-title', 'agent-name', 'ai-title', 'summary'])

/** An entry with what joins it to others, and what it is to the client. */
export interface ClaudeEntry extends Omit<Entry, 'blocks'>, Omit<Linked, 'kind'> {
  kind: Linked['kind']
  round: number
  parent: string | null
  blocks: OwnBlock[]
  skipped: readonly ByteRange[]
  queued?: readonly ByteRange[]
  starts: 'round' | 'synthetic' | undefined
  /** A slash command that starts a round if one begins with it; empty for a line of an editor, with which one began in an older Stet. */
  readonly mayStart?: string
  /** Of a synthetic message. */
  readonly text: string | undefined
  readonly isAck: boolean
  /** What the client goes through, and does not send. */
  readonly isLeftOut: boolean
  readonly isSidechain: boolean
}

/** A record that is no entry and counts all the same: a side record, or one that the client does not read. */
export interface CountedRecord extends ByteRange {
  readonly kind: 'counted' | 'title' | 'leaf' | 'queued'
  /** Of queued words: the round that has them. */
  round?: number
  /** How many blocks it adds to its round. */
  readonly blockCount: number
  readonly isSidechain: boolean
  /** Of a leaf: its links. */
  readonly links?: Linked
}

/** Where a record is in its file. */
export interface FoundRecord extends ByteRange {
  readonly number: number
  /** Its index among the records that count. */
  readonly place: number
  readonly bytes: Buffer
  /** False for a record that counts but is not sent. */
  readonly isRead: boolean
  /** Whether its blocks are left out. */
  readonly inOutline: boolean
  /** The entry before it: names that both have are held once. */
  readonly before: ClaudeEntry | undefined
}

/** What a record is to surgery; undefined for one that is nothing to it. */
export function entryOf(line: Line, where: FoundRecord): ClaudeEntry | CountedRecord | undefined {
  const { uuid } = line
  if (!where.isRead || !isText(uuid)) return countedOf(line, where)
  const userKind = line.type === 'user' ? kindOfUserLine(line) : undefined
  const synthetic = isSynthetic(line)
  const isReply = line.type === 'assistant'
  const content = contentOf(line.message)
  const blocks = where.inOutline ? [] : entryBlocks(line, userKind)
  const reply = isReply && isText(line.message?.id) ? shared(line.message.id, where.before?.reply) : null
  const time = toUtc(line.timestamp)
  const at = time === undefined ? null : Date.parse(time)
  const kind = kindOf(line, userKind)
  return {
    id: uuid,
    uuid,
    parent: isText(line.parentUuid) ? shared(line.parentUuid, where.before?.uuid) : null,
    kind,
    at: at ?? 0,
    preserved: kind === 'boundary' ? preservedBy(line) : undefined,
    place: where.place,
    messageId: reply ?? undefined,
    calls: idsIn(content, 'tool_use', 'id'),
    answers: idsIn(content, 'tool_result', 'tool_use_id'),
    isSilent: reply !== null && content.length === 0,
    start: where.start,
    end: where.end,
    number: where.number,
    round: 0,
    session: isText(line.sessionId) ? shared(line.sessionId, where.before?.session) : undefined,
    isMessage: line.type === 'user' || isReply,
    time: isText(line.timestamp) ? at : null, // others the client does not read
    reply,
    context: isReply ? contextAfter(line.message?.usage) : 0,
    blocks,
    isRaw: !isUtf8(where.bytes),
    skipped: NONE,
    starts: synthetic ? 'synthetic' : startsRound(userKind) ? 'round' : undefined,
    text: synthetic ? content[0]!.text! : undefined,
    isAck: isReply && line.message?.model === '<synthetic>' && !line.isApiErrorMessage,
    isLeftOut: line.type === 'progress' || line.isApiErrorMessage === true,
    isSidechain: line.isSidechain === true,
    ...(userKind === 'editor' && { mayStart: '' }),
    ...(userKind === 'command' &&
      isText(content[0]?.text) &&
      isTyped(content[0].text) && { mayStart: content[0].text }),
  }
}

const NONE: readonly never[] = []

/** The text that is held already, where it is the same. */
function shared(text: string, held: string | null | undefined): string {
  return text === held ? held : text
}

function countedOf(line: Line, { start, end, place, isRead }: FoundRecord): CountedRecord | undefined {
  const blocks = isText(line.uuid) || line.message ? blockCount(line) : 0
  const counted = { start, end, blockCount: blocks, isSidechain: line.isSidechain === true }
  if (!isText(line.uuid)) {
    if (isRead && TITLES.has(line.type ?? '')) return { ...counted, kind: 'title' }
    if (isRead && line.type === 'last-prompt' && isText(line.leafUuid))
      return { ...counted, kind: 'leaf', links: leafLinks(line.leafUuid, place) }
    if (isRead && queuedWords(line) !== undefined) return { ...counted, kind: 'queued' }
    if (!line.message) return undefined
  }
  return { ...counted, kind: 'counted' }
}

function leafLinks(uuid: string, place: number): Linked {
  const links = { uuid, parent: null, round: 0, kind: 'leaf' as const, at: 0, place }
  return { ...links, messageId: undefined, calls: NONE, answers: NONE, isSilent: false }
}

export function isEntry(record: ClaudeEntry | CountedRecord): record is ClaudeEntry {
  return 'uuid' in record
}

function contextAfter(usage: Usage | undefined): number {
  const context = contextOf(usage)
  return context > 0 && typeof usage?.output_tokens === 'number' ? context + usage.output_tokens : context
}
