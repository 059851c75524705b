import type { Context } from '../../../model/context.ts'
import type { ContextReader, ContextReading } from '../../client.ts'
import { eachRecord, type RecordInLine } from '../read/each-record.ts'
import { mend } from '../repair/mend.ts'
import type { Renames } from '../repair/mend-calls.ts'
import { type Mendable, mendableOf } from '../repair/mendable.ts'
import { staleUsage, type Weight, weigh } from '../repair/stale-usage.ts'
import type { Line } from '../schema.ts'
import { type ClaudeEntry, type CountedRecord, entryOf, isEntry } from './entry.ts'
import { commandBlock } from './entry-blocks.ts'
import { cutIntoParts } from './parts.ts'
import { type Linked, openCallsOf, sentNodes } from './sent-lines.ts'
import { attachQueued, attachSkipped, type SkippedLine } from './skipped.ts'

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
