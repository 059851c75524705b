import { noteCompaction } from '../../model/calibration.ts'
import { hashHex, type RoundId } from '../../model/id.ts'
import { type Owner, SIDE } from '../../model/span.ts'
import { toUtc } from '../../model/time.ts'
import { isObject, isText } from '../json-record.ts'
import { type AboutSession, type Facts, noteTime, noteUsage } from '../kit/about-session.ts'
import { passNumbers, startRound, takeNumbers } from '../kit/numbering.ts'
import { parserOf } from '../kit/parser.ts'
import type { ActivePath, LineRole } from '../parser.ts'
import { blocksOf } from './blocks.ts'
import { type EntryKind, kindOf, lastIndexed, surgeryNoteOf } from './classify.ts'
import { keptBy, type Line, ROUND_FIELD, readLine, tokensIn } from './schema.ts'

interface Remembered {
  /** The entry before; the next one names it unless somebody went back. */
  last: string | null
}

/** What a person says starts a round, and what is said after it belongs to it; what the client notes for itself is a side record. */
export const createParser = parserOf<Remembered, Line>(
  () => ({ last: null }),
  ({ state, count, turn }) => {
    return {
      read: readLine,
      role: (line) => roleOf(line, kindOf(line)),
      add(line, bytes): Owner {
        const kind = kindOf(line)
        noteSurgery(line, kind)
        noteFacts(state.about, line, kind)
        const human = kind === 'human'
        if (human) startRound(state)
        if (line.type === 'compaction') noteCompaction(state.about.calibration)
        if (line.type !== 'session') noteEntry(entryOf(line, kind))
        const drafts = blocksOf(line)
        if (drafts.length === 0) return SIDE
        const isOwn = kind === 'synthetic' || kind === 'ack'
        const owner = isOwn ? 0 : state.round
        count({
          owner,
          drafts,
          at: toUtc(line.timestamp) ?? null,
          idOf: () => roundIdOf(line, bytes),
          isFound: !isOwn,
          isAck: kind === 'ack',
          isHuman: human,
          isReply: kind === 'reply',
        })
        return owner
      },
    }

    /** The note of a session that surgery wrote tells which numbers its rounds have; without it its rows do. */
    function noteSurgery(line: Line, kind: EntryKind): void {
      const { rounds, surgery } = state.about.facts
      const note = rounds === 0 && !surgery ? surgeryNoteOf(line) : undefined
      if (note) takeNumbers(state, note)
      else if (kind === 'synthetic' && !surgery) passNumbers(state, lastIndexed(line))
    }

    function noteEntry(entry: Entry): void {
      if (entry.parent !== state.last || entry.keeps !== undefined) state.isSettled = false
      turn(rowOf(entry))
      state.last = entry.id
    }

    /** Lines of the first version have no ids: each follows the one before, and is named by its place. */
    function entryOf({ type, id, parentId, message, fields }: Line, kind: EntryKind): Entry {
      const keeps = type === 'compaction' ? keptBy(fields) : undefined
      return {
        id: id ?? `#${state.line - 1}`,
        parent: id === undefined ? state.last : (parentId ?? null),
        round: message.role === undefined || kind === 'ack' ? 0 : state.round, // what is noted after a step back is of no round
        ...(keeps !== undefined && { keeps }),
      }
    }
  },
)

/** A compaction is no end of a commit: what it kept of the lines before it is sent, too. */
function roleOf({ type, message }: Line, kind: EntryKind): LineRole {
  if (kind === 'human') return 'round'
  if (type === 'compaction' || type === 'branch_summary') return 'summary'
  return message.role === undefined ? 'plain' : 'message'
}

/** A hash of its first line as that was before any surgery. */
function roundIdOf({ fields }: Line, bytes: Buffer): RoundId {
  const known = fields[ROUND_FIELD]
  return (isText(known) ? known : hashHex(bytes)) as RoundId
}

/** Takes from a line what it says about the session. */
function noteFacts(about: AboutSession, { type, timestamp, message, fields }: Line, kind: EntryKind): void {
  const facts = about.facts as Facts
  noteTime(about, toUtc(timestamp))
  if (type === 'session') facts.cwd ??= isText(fields.cwd) ? fields.cwd : null
  if (type === 'session_info' && isText(fields.name)) about.titles.given = fields.name
  if ((type === 'session' || type === 'model_change') && isText(fields.modelId)) facts.model = fields.modelId
  if (kind !== 'reply') return
  if (isText(message.model)) facts.model = message.model
  noteUsage(about, tokensIn(message.usage), { isNew: true, provesWindow: !isEstimate(message.usage) })
}

/** Whether Stet wrote it: a sum without its parts. */
function isEstimate(usage: unknown): boolean {
  return isObject(usage) && usage.input === 0 && usage.cacheRead === 0 && usage.cacheWrite === 0
}

/** An entry of a session: a tree in which each names the one before it. In a round, or 0, is what somebody said. */
interface Entry {
  readonly id: string
  readonly parent: string | null
  readonly round: number
  /** Of a compaction: the first entry before it that is still sent. */
  readonly keeps?: string
}

function rowOf({ id, parent, round, keeps }: Entry): string {
  return JSON.stringify([id, parent, round, ...(keeps ? [keeps] : [])])
}

/** The client goes on from the last entry of the file: from there to the root, or to what the last compaction kept. */
export function activePath(rows: readonly string[]): ActivePath {
  const entries = rows.map((row): Entry => {
    const [id, parent, round, keeps] = JSON.parse(row)
    return { id, parent, round, keeps }
  })
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  const leaf = entries.at(-1)?.id ?? null
  const rounds = new Set<number>()
  const seen = new Set<string>()
  let keeps: string | undefined
  let at = leaf
  while (at !== null && !seen.has(at)) {
    seen.add(at)
    const entry = known.get(at)
    if (!entry) break
    if (entry.round > 0) rounds.add(entry.round)
    const before = entry.parent === null ? undefined : known.get(entry.parent)
    if (entry.id === keeps)
      return { leaf, rounds: ascending(rounds), cut: before?.round === entry.round ? [entry.round] : [] }
    keeps ??= entry.keeps
    at = entry.parent
  }
  return { leaf, rounds: ascending(rounds), cut: [] }
}

function ascending(rounds: Iterable<number>): readonly number[] {
  return [...rounds].sort((a, b) => a - b)
}
