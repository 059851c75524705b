import { noteCompaction } from '../../model/calibration.ts'
import { hashHex, type RoundId } from '../../model/id.ts'
import { type Owner, SIDE } from '../../model/span.ts'
import { toUtc } from '../../model/time.ts'
import { isObject, isText } from '../json-record.ts'
import { type AboutSession, type Facts, noteTime, noteUsage, tokenSum } from '../kit/about-session.ts'
import { startRound } from '../kit/numbering.ts'
import { parserOf } from '../kit/parser.ts'
import type { ActivePath } from '../parser.ts'
import { blocksOf } from './blocks.ts'
import { type Line, readLine } from './schema.ts'

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
      role: (line) => (isHuman(line) ? 'round' : line.message.role === undefined ? 'plain' : 'message'),
      add(line, bytes): Owner {
        noteFacts(state.about, line)
        const human = isHuman(line)
        if (human) startRound(state)
        if (line.type === 'compaction') noteCompaction(state.about.calibration)
        if (line.type !== 'session') noteEntry(entryOf(line))
        const drafts = blocksOf(line)
        if (drafts.length === 0) return SIDE
        count({
          owner: state.round,
          drafts,
          at: toUtc(line.timestamp) ?? null,
          idOf: () => hashHex(bytes) as RoundId,
          isFound: true,
          isHuman: human,
          isReply: line.message.role === 'assistant',
        })
        return state.round
      },
    }

    function noteEntry(entry: Entry): void {
      if (entry.parent !== state.last || entry.keeps !== undefined) state.isSettled = false
      turn(rowOf(entry))
      state.last = entry.id
    }

    /** Lines of the first version have no ids: each follows the one before, and is named by its place. */
    function entryOf({ type, id, parentId, message, fields }: Line): Entry {
      const keeps = type === 'compaction' ? keptBy(fields) : undefined
      return {
        id: id ?? `#${state.line - 1}`,
        parent: id === undefined ? state.last : (parentId ?? null),
        round: message.role === undefined ? 0 : state.round, // what is noted after a step back is of no round
        ...(keeps !== undefined && { keeps }),
      }
    }
  },
)

function isHuman({ message }: Line): boolean {
  return message.role === 'user'
}

function keptBy({ firstKeptEntryId, firstKeptEntryIndex }: Line['fields']): string | undefined {
  if (isText(firstKeptEntryId)) return firstKeptEntryId
  return typeof firstKeptEntryIndex === 'number' ? `#${firstKeptEntryIndex}` : undefined
}

/** Takes from a line what it says about the session. */
function noteFacts(about: AboutSession, { type, timestamp, message, fields }: Line): void {
  const facts = about.facts as Facts
  noteTime(about, toUtc(timestamp))
  if (type === 'session') facts.cwd ??= isText(fields.cwd) ? fields.cwd : null
  if (type === 'session_info' && isText(fields.name)) about.titles.given = fields.name
  if ((type === 'session' || type === 'model_change') && isText(fields.modelId)) facts.model = fields.modelId
  if (message.role !== 'assistant') return
  if (isText(message.model)) facts.model = message.model
  const { input, output, cacheRead, cacheWrite } = isObject(message.usage) ? message.usage : {}
  noteUsage(about, tokenSum([input, output, cacheRead, cacheWrite]), { isNew: true, provesWindow: true })
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
