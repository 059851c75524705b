import type { Client } from '../../clients/client.ts'
import type { ActivePath, LineRole, Parsed, Parser } from '../../clients/parser.ts'
import type { Checkpoint, CommitType } from '../../model/commit.ts'
import type { ActiveRounds } from '../../model/derived.ts'
import { Failure } from '../../model/errors.ts'
import { type CommitId, splitSessionId } from '../../model/id.ts'
import type { SessionFacts } from '../../model/session.ts'
import { estimateTokens } from '../../model/tokens.ts'
import type { NewCommit } from '../record.ts'
import type { CaptureContext } from './capture-context.ts'
import type { CaptureStart } from './capture-start.ts'
import { createLineReader, type LineReader, LONGEST_LINE, UNREAD_LINE } from './line-reader.ts'
import { linksIn } from './links-in.ts'
import type { Source } from './source-file.ts'
import { withNote } from './with-note.ts'

/** Commits are cut at the end of a round once they hold this much, so that resolving and forking have points. */
const ROUND_CUT = 256 << 10
/** A longer round is cut between two lines, so that what is held in memory stays bounded. */
const LINE_CUT = 4 << 20
/** Commits of this much together go into the record in one transaction. */
const BATCH = 2 << 20
const NEWLINE = 10
/** With which bytes a record begins that may lack its newline: an object, or an array in JSON or in CBOR. */
function mayBegin(byte: number | undefined): boolean {
  return byte === 0x7b || byte === 0x5b || (byte !== undefined && byte >= 0x80 && byte <= 0x9f)
}

export interface Captured {
  readonly head: CommitId | null
  readonly newBytes: number
  readonly deduplicated: number
  readonly tail: Buffer
  /** Bytes of a last line that is not finished and too long to be kept until it is. */
  readonly left: number
  readonly facts: SessionFacts
  /** Whether the search index has all of it. */
  readonly isIndexed: boolean
  /** What the next capture may go on from, after a small one. */
  readonly end?: CaptureEnd | undefined
}

interface CaptureEnd {
  readonly parser: Parser
  /** The bytes of the last commit and the tail. */
  readonly last: Buffer
  /** Of what the record knows of the file now. */
  readonly mark: string
}

export interface CaptureHooks {
  readonly onBytes?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

/** Commits that go into the record together, with what they mean; they are compressed while the next lines are parsed. */
interface Batch {
  readonly commits: readonly NewCommit[]
  readonly parsed: Parsed
  readonly active: ActiveRounds
  readonly cut: readonly number[]
  /** The memory their bytes lie in. */
  readonly buffer: Buffer<ArrayBuffer>
}

/**
 * Reads what is new in a client's file and appends it to the record, commit by commit.
 *
 * Memory is bounded by the largest line, but for a capture that parses everything again. Each batch of commits is one
 * transaction, so that a kill at any point leaves a shorter record and never a wrong one; what was not derived then is
 * caught up with the next capture.
 */
export async function capture(
  context: CaptureContext,
  client: Client,
  file: Source,
  from: CaptureStart,
  hooks: CaptureHooks = {},
): Promise<Captured> {
  const { store } = context
  const replays = from.lastLine === 'reopened' // then everything is parsed again and replaces what was derived
  const mostlyKnown = from.session.includes('~') // a later generation
  const warm = replays ? undefined : from.warm
  const parser = warm ?? client.reader.parser(replays ? undefined : (from.parserState ?? undefined), from.earlier)
  const reader = createLineReader(file, replays ? 0 : from.bytes, client.reader.lineEnd)
  let start = from.bytes
  let head = from.head
  let created = from.create === undefined
  let deduplicated = 0
  let commits: NewCommit[] = []
  let held = 0
  let writing: Promise<void> | undefined
  let compacting = false
  let template: string | undefined
  const isSmall = file.size - from.bytes < ROUND_CUT
  let mark: string | undefined
  const follower = await context.follow?.(from.session, replays ? 'start' : { head: from.head, bytes: from.bytes })

  if (from.lastLine === 'open' && reader.peek() === NEWLINE) {
    parser.closeLine()
    reader.advance(1)
  }
  for (let end = lineEnd(); end !== -1 || (await passLongLine()); end = lineEnd()) {
    if (end === -1) continue
    const length = end - reader.at
    const line = parser.classify(reader.buffer, reader.at, end)
    const isNewCompaction = line.role === 'compaction' && reader.position >= start // an old one is only read again
    if (isNewCompaction && isUnfinished(client, parser, reader, { end, furthest: LINE_CUT })) break
    if (endsBefore(line.role))
      await cut(
        line.role === 'plain' || line.role === 'message' || line.role === 'summary' ? 'tool_call' : 'turn_boundary',
      )
    if (line.role === 'compaction') compacting = isNewCompaction
    if (isAlone(line.role)) compacting = reader.position >= start
    parser.add(line, reader.buffer, reader.at, reader.at + length)
    const isOld = reader.position < from.bytes
    reader.advance(length)
    if (isOld && reader.position >= from.bytes) parser.mark() // what was read again is counted already
    if (compacting && (line.role === 'compaction-end' || isAlone(line.role))) await cut()
  }
  return finish()

  /**
   * Records a line that is too long to be read as it is, chunk by chunk, each a commit; false where there is none, or it is
   * not finished. What reads its lines again finds one that is no record, as here.
   */
  async function passLongLine(): Promise<boolean> {
    if (reader.rest().length <= LONGEST_LINE) return false
    const lineStart = reader.position
    const lineEnd = reader.longLineEnd()
    if (lineEnd === -1) return false
    await cut()
    for (let at = Math.max(lineStart, from.bytes); at < lineEnd; at = reader.position) {
      reader.jump(at)
      reader.take(Math.min(LINE_CUT, lineEnd - at))
      if (reader.position === at) return false // the file was cut while it was read
      if (reader.position === lineEnd) break
      await cut()
    }
    parser.add(parser.classify(UNREAD_LINE, 0, UNREAD_LINE.length), UNREAD_LINE, 0, lineEnd - lineStart)
    if (lineEnd <= from.bytes) parser.mark() // what was read again is counted already
    await cut()
    reader.jump(lineEnd)
    return true
  }

  /** The end of the current line; a whole record at the end of the file is one without its newline too. */
  function lineEnd(): number {
    const end = reader.lineEnd()
    if (end !== -1 || from.lastLine === 'torn' || !mayBegin(reader.peek())) return end
    if (reader.rest().length > LONGEST_LINE) return -1
    const fileEnd = reader.at + reader.rest().length
    return parser.classify(reader.buffer, reader.at, fileEnd).isRecord ? fileEnd : -1
  }

  /** What is said after a boundary without a summary is part of the conversation, not of the compaction. */
  function endsBefore(role: LineRole): boolean {
    const length = reader.position - start
    if (role === 'compaction' || isAlone(role) || length >= LINE_CUT) return true
    return (role === 'round' && length >= ROUND_CUT) || (compacting && (role === 'round' || role === 'message'))
  }

  async function cut(reason: Checkpoint = 'turn_boundary'): Promise<void> {
    if (reader.position <= start) return
    takeCommit(reason)
    if (held < BATCH || replays) return // what replaces everything goes in at once
    await writing
    writing = write(await takeBatch({ isLast: false }))
    writing.catch(() => {}) // thrown where it is waited for
    hooks.onBytes?.(start, file.size)
    if (hooks.signal?.aborted) {
      throw new Failure('interrupted', 'Stopped before the end of the file; what was read is in the record.', {
        hint: 'Run the same command again to continue.',
      })
    }
  }

  function takeCommit(reason: Checkpoint): void {
    template ??= context.startedAs?.(splitSessionId(from.session).clientId) ?? client.name
    const end = reader.position
    const type: CommitType = compacting ? 'compaction' : 'delta'
    const checkpoint = compacting ? 'compaction' : reason
    const { messages, chars } = parser.mark()
    commits.push({
      bytes: reader.since(start),
      draft: {
        type,
        format: client.format,
        template,
        principal: [context.user, client.name, ...(parser.agent === null ? [] : [parser.agent])].join('/'),
        machine: context.machine,
        session: from.session,
        checkpoint,
        ticket: null,
        thread: null,
        summary: null,
        messageCount: messages,
        tokenCount: estimateTokens(chars),
        createdAt: parser.lastTime ?? context.clock().toISOString(),
        recordedAt: context.clock().toISOString(),
        start,
        end,
      },
    })
    held += end - start
    start = end
    compacting = false
  }

  /**
   * Which rounds are active is found once, at the end, when everything before is written. Should the capture not come
   * that far, the parser's state says so, and the next one finds them.
   */
  async function takeBatch({ isLast }: { readonly isLast: boolean }): Promise<Batch> {
    const taken = parser.take()
    const path = isLast ? await findPath(taken.graph) : undefined
    const active: ActiveRounds = path?.rounds ?? 'unchanged'
    const cut = path?.cut ?? []
    const batch = { commits, active, cut, parsed: { ...taken, parserState: parser.save() }, buffer: reader.detach() }
    commits = []
    held = 0
    return batch
  }

  async function findPath(newest: Uint8Array | undefined): Promise<ActivePath | undefined> {
    const { paths } = client.reader
    if (parser.pathIsSettled || !paths) return undefined
    const path = await paths.active(() => graphs(newest), parser.isOrdered)
    parser.settlePath(path)
    return path
  }

  async function write(batch: Batch, last?: { readonly tail: Buffer }): Promise<void> {
    const note = batch.parsed.facts.surgery
    const { commits, cutFrom } = await withNote(store, batch.commits, note, { isFirst: head === null })
    const appended = await store.append({
      session: from.session,
      from: head,
      ...(cutFrom !== undefined && { cutFrom }),
      ...(!created && from.create && { create: from.create }),
      commits,
      mostlyKnown,
      tail: last?.tail ?? Buffer.alloc(0),
      source: from.source,
      derived: batch.parsed,
      active: batch.active,
      cut: batch.cut,
      replaces: replays,
      links: [...(created ? [] : from.links), ...linksIn(batch.parsed, from.session, context.clock().toISOString())],
      ...(last && from.note && { note: from.note }),
    })
    head = appended.head
    mark = appended.mark
    deduplicated += appended.deduplicated
    const end = batch.commits.at(-1)?.draft.end
    if (head !== null && end !== undefined) await follower?.add(batch.parsed.texts, { head, bytes: end })
    created = true
    reader.recycle(batch.buffer)
  }

  /** What is no line yet, or a compaction only half there, is the tail. */
  async function finish(): Promise<Captured> {
    const rest = reader.rest()
    const tail = Buffer.from(rest.subarray(0, LONGEST_LINE))
    const left = rest.length > LONGEST_LINE ? file.size - reader.position - tail.length : 0 // recorded when the line ends
    if (reader.position > start) takeCommit('turn_boundary')
    const newBytes = reader.position - from.bytes
    const lastCommit = commits.at(-1)
    const last = isSmall && !replays && lastCommit ? reader.onwards(lastCommit.draft.start) : undefined
    await writing
    const batch = await takeBatch({ isLast: true })
    await write(batch, { tail })
    const isIndexed = (await follower?.flush()) ?? false
    hooks.onBytes?.(file.size, file.size)
    const end = last && mark !== undefined ? { parser, last, mark } : undefined
    return { head, newBytes, deduplicated, tail, left, facts: batch.parsed.facts, isIndexed, end }
  }

  async function* graphs(newest: Uint8Array | undefined): AsyncIterable<Uint8Array> {
    if (newest) yield newest
    if (!replays && created) yield* store.listGraphs(from.session)
  }
}

/** Whether a line is a compaction by itself. */
function isAlone(role: LineRole): boolean {
  return role === 'compaction-whole' || role === 'clearing'
}

/** What ends a compaction: its summary, or what shows that none will come. */
const ENDS: ReadonlySet<LineRole> = new Set(['compaction-end', 'compaction', 'round', 'message'])

/**
 * Whether the compaction whose boundary is the reader's current line is only half there: the file ends before its
 * summary. Looks ahead, at most so many bytes, and leaves reader and parser where they are.
 */
function isUnfinished(
  client: Client,
  parser: Parser,
  reader: LineReader,
  boundary: { readonly end: number; readonly furthest: number },
): boolean {
  const ahead = client.reader.parser(parser.save())
  ahead.add(ahead.classify(reader.buffer, reader.at, boundary.end), reader.buffer, reader.at, boundary.end)
  let at = boundary.end
  for (let end = reader.lineEnd(at); end !== -1; end = reader.lineEnd(at)) {
    const line = ahead.classify(reader.buffer, at, end)
    if (at - reader.at >= boundary.furthest || ENDS.has(line.role)) return false
    ahead.add(line, reader.buffer, at, end)
    at = end
  }
  const last = ahead.classify(reader.buffer, at, reader.at + reader.rest().length)
  return !(last.isRecord && ENDS.has(last.role)) // a whole record that only lacks its newline counts
}
