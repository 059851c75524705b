import type { Context, ContextPart } from '../../../model/context.ts'
import type { ByteRange } from '../../../model/entry.ts'
import type { ContextReader, ContextReading } from '../../client.ts'
import { eachRecord, type RecordInLine } from '../read/read-line.ts'
import { mend } from '../repair/mend.ts'
import type { Renames } from '../repair/mend-calls.ts'
import { type Mendable, mendableOf } from '../repair/mendable.ts'
import { staleUsage, type Weight, weigh } from '../repair/stale-usage.ts'
import type { Line } from '../schema.ts'
import { type ClaudeEntry, type CountedRecord, entryOf, isEntry } from './entry.ts'
import { commandBlock } from './entry-blocks.ts'
import { type Linked, openCallsOf, sentNodes } from './sent-lines.ts'

/** Reads a session line by line and tells what the client would send of it. */
export function createContextReader({
  mends = false,
  bridges = false,
  inOutline = false,
}: ContextReading = {}): ContextReader {
  const records: (ClaudeEntry | CountedRecord)[] = []
  const head: Buffer[] = []
  const skipped: SkippedLine[] = []
  const toMend = new Map<number, ToMend>()
  let before: ClaudeEntry | undefined
  let number = 0
  let offset = 0

  return {
    add(line, length = line.length) {
      number++
      const isSkipped = eachRecord(line, (record, where) => take(record, line, where))
      if (isSkipped && !mends) skipped.push({ before: records.length - 1, start: offset, end: offset + length })
      offset += length
    },
    context(roundAt) {
      placeInRounds(records, roundAt)
      const chain = chainOf(records)
      if (bridges) bridgeGaps(chain)
      return mends ? mendedContext() : contextOf(chain, sentNodes(chain).filter(isSent), openCallsOf)

      function mendedContext(): Context {
        const { sent, openCalls } = mended(chain, toMend)
        return contextOf(chain, sent, () => openCalls)
      }
    },
  }

  /** Takes a record; one that the client does not read is only counted, unless the session is mended. */
  function take(record: Line, line: Buffer, { start, end, isRead }: RecordInLine): void {
    const mendable = mends ? mendableOf(record, 0, isRead) : undefined
    const place = records.length
    const bytes = line.subarray(start, end)
    const entry = entryOf(record, {
      start: offset + start,
      end: offset + end,
      number,
      place,
      bytes,
      isRead: isRead || mendable !== undefined,
      inOutline,
      before,
    })
    if (!entry) return
    records.push(entry)
    if (isEntry(entry)) before = entry
    if (entry.kind === 'title') head.push(Buffer.from(bytes))
    if (!mendable) return
    const { reachesModel, opens, turn } = mendable
    toMend.set(place, { isRead, reachesModel, opens, turn, weight: weigh(record) })
  }

  function contextOf(
    chain: readonly ChainLink[],
    sent: readonly ClaudeEntry[],
    openCalls: (sent: readonly ClaudeEntry[]) => readonly string[],
  ): Context {
    attachSkipped(skipped, sent)
    attachQueued(records, sent)
    const compactions = records.filter((one) => one.kind === 'boundary').map(({ start }) => start)
    return {
      parts: cutIntoParts(sent, compactions),
      head,
      openCalls: openCalls(sent),
      linesOf: (round) => linesOfRound(chain, round),
    }
  }
}

/** Says to which round records belong, and which of its blocks are theirs: those of all records count. */
function placeInRounds(records: readonly (ClaudeEntry | CountedRecord)[], roundAt: (at: number) => number): void {
  const counts = new Map<number, number>()
  for (const record of records) {
    const isOwn = isEntry(record)
    if (!isOwn && record.kind === 'queued') record.round = roundAt(record.start)
    if (!isOwn && record.blockCount === 0 && record.kind !== 'counted') continue
    const round = roundAt(record.start)
    const first = counts.get(round) ?? 0
    counts.set(round, first + (isOwn ? record.blocks.length : record.blockCount))
    if (!isOwn) continue
    record.round = round
    if (first === 0 && round > 0) begin(record)
    for (let at = 0; at < record.blocks.length; at++) record.blocks[at]!.ordinal = first + at
  }
}

/** A slash command that a round begins with was asked; an editor's own line began one in an older Stet. */
function begin(record: ClaudeEntry): void {
  if (record.mayStart === undefined) return
  record.starts = 'round'
  record.kind = 'message'
  if (record.mayStart !== '' && record.blocks.length > 0)
    record.blocks = [{ ...record.blocks[0]!, ...commandBlock(record.mayStart), size: record.blocks[0]!.size }]
}

type ChainLink = ClaudeEntry | Linked

/** The records that have a say in what is sent, without a subagent's lines inside a main file. */
function chainOf(records: readonly (ClaudeEntry | CountedRecord)[]): readonly ChainLink[] {
  const first = records.find((record) => isEntry(record) || record.kind === 'counted' || record.blockCount > 0)
  const isSubagents = first?.isSidechain === true
  return records.flatMap((record): readonly ChainLink[] => {
    if (!isEntry(record)) return record.links ? [record.links] : []
    return record.isSidechain && !isSubagents ? [] : [record]
  })
}

/** Lines whose parent is not among these follow the line before them. */
function bridgeGaps(chain: readonly ChainLink[]): void {
  const known = new Set(chain.map(({ uuid }) => uuid))
  let before: string | null = null
  for (const entry of chain) {
    if (entry.kind === 'leaf') continue
    if (entry.parent !== null && !known.has(entry.parent)) (entry as ClaudeEntry).parent = before
    before = entry.uuid
  }
}

/** What would be sent of a round if it were there alone, and no compaction in it. */
function linesOfRound(chain: readonly ChainLink[], round: number): readonly ClaudeEntry[] {
  const boundaries = new Set(chain.filter(({ kind }) => kind === 'boundary').map(({ uuid }) => uuid))
  const own = chain.filter(
    (entry) =>
      isSent(entry) && entry.round === round && entry.kind !== 'boundary' && !boundaries.has(entry.parent ?? ''),
  )
  const alone = own.map((entry) => ({ ...entry }))
  bridgeGaps(alone)
  return sentNodes(alone).filter(isSent)
}

/** Whether a line that the client goes through is one it sends, or that is between such lines. */
function isSent(entry: ChainLink): entry is ClaudeEntry {
  return entry.kind !== 'leaf' && entry.kind !== 'foreign' && !(entry as ClaudeEntry).isLeftOut
}

/** What mending takes besides what surgery knows of a line. */
type ToMend = Pick<Mendable, 'isRead' | 'reachesModel' | 'opens' | 'turn'> & { readonly weight: Weight }

/** The lines of a session that was mended, with what has to change in them. */
function mended(chain: readonly ChainLink[], toMend: ReadonlyMap<number, ToMend>) {
  const { sent, renames, openCalls } = mend(
    chain.map((entry, place) => ({ ...entry, ...toMend.get(entry.place)!, place })), // by its place among these
  )
  const isStale = staleUsage(sent.map((entry) => entry.weight)) !== undefined
  const lines = sent.flatMap(({ place }) => {
    const own = chain[place]! // mending gave it other links, which a writer gives it anyway
    if (!isSent(own)) return []
    const names = renames.get(place)
    const line = isStale ? { ...own, context: 0 } : own
    return [names ? { ...named(line, names), renames: names } : line]
  })
  return { sent: lines, openCalls }
}

function named(line: ClaudeEntry, names: Renames): ClaudeEntry {
  const nameOf = (call: string) => names.get(call) ?? call
  return {
    ...line,
    reply: line.reply === null ? null : nameOf(line.reply),
    blocks: line.blocks.map((block) => (block.call === undefined ? block : { ...block, call: nameOf(block.call) })),
  }
}

/**
 * Cuts what is sent into rounds, the end of one that a compaction cut (what it kept and what went on after it), messages
 * of surgery, and all else.
 * `compactions` are where the boundaries of compactions are in the file.
 */
function cutIntoParts(sent: readonly ClaudeEntry[], compactions: readonly number[]): readonly ContextPart[] {
  const parts: { kind: ContextPart['kind']; lines: ClaudeEntry[] }[] = []
  const summary = isCompacted(sent, compactions) ? sent[0]! : undefined
  let before: ClaudeEntry | undefined
  for (const entry of sent) {
    const last = parts.at(-1)
    const { starts } = entry
    const isOfRound = entry.kind === 'message' && entry.round > 0 && !entry.isAck && entry !== summary
    const goesOn = summary !== undefined && isOfRound && last?.kind === 'other'
    if (starts !== undefined) parts.push({ kind: starts, lines: [entry] })
    else if (goesOn) parts.push({ kind: 'rest', lines: [entry] })
    else if (!last || (last.kind === 'synthetic' && !(entry.isAck && before?.starts === 'synthetic')))
      parts.push({ kind: 'other', lines: [entry] })
    else last.lines.push(entry)
    before = entry
  }
  return parts.map(({ kind, lines }) => partOf(kind, lines))
}

/** Whether what is sent begins after a compaction: with its summary, then what it kept of the lines before it. */
function isCompacted([first]: readonly ClaudeEntry[], compactions: readonly number[]): boolean {
  if (!first || first.starts !== undefined) return false
  return compactions.some((start) => start < first.start)
}

function partOf(kind: ContextPart['kind'], lines: readonly ClaudeEntry[]): ContextPart {
  const { round, text } = lines[0]!
  const part = { kind, round: kind === 'round' || kind === 'rest' ? round : 0, lines }
  return kind === 'synthetic' ? { ...part, text: text! } : part
}

/** A line that the client skips, and the index of the record before it; -1 for none. */
interface SkippedLine extends ByteRange {
  readonly before: number
}

/** Gives skipped lines to the last entry before them that is sent and not of Stet's own making, else to the first. */
function attachSkipped(skipped: readonly SkippedLine[], sent: readonly ClaudeEntry[]): void {
  if (skipped.length === 0) return
  const own = sent.filter((entry) => entry.starts !== 'synthetic' && !entry.isAck).sort((a, b) => a.place - b.place)
  let nth = 0
  for (const { before, start, end } of skipped) {
    while (nth + 1 < own.length && own[nth + 1]!.place <= before) nth++
    const entry = own[nth]
    if (entry) entry.skipped = [...entry.skipped, { start, end }]
  }
}

/** Gives queued words to the line after which the agent had them: the last one before it went on. */
function attachQueued(records: readonly (ClaudeEntry | CountedRecord)[], sent: readonly ClaudeEntry[]): void {
  const places = new Map(sent.map((entry, at) => [entry, at]))
  for (const [place, queued] of records.entries()) {
    if (isEntry(queued) || queued.kind !== 'queued' || (queued.round ?? 0) <= 0) continue
    const next = records
      .slice(place)
      .find((one) => isEntry(one) && one.reply !== null && places.has(one)) as ClaudeEntry
    const entry = next && sent[places.get(next)! - 1]
    if (entry && entry.round === queued.round) entry.queued = [...(entry.queued ?? []), queued]
  }
}
