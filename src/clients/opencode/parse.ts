import { noteCompaction } from '../../model/calibration.ts'
import { hashHex, type RoundId } from '../../model/id.ts'
import { readNote, type SurgeryNote } from '../../model/surgery-note.ts'
import { isObject, isText } from '../json-record.ts'
import { type AboutSession, type Facts, noteTime, noteUsage } from '../kit/about-session.ts'
import { passNumbers, startRound, takeNumbers } from '../kit/numbering.ts'
import { lastIndexedIn } from '../kit/own-message.ts'
import { parserOf } from '../kit/parser.ts'
import { objectsIn, type Piece, valueStart } from '../kit/pieces.ts'
import type { ActivePath, LineRole } from '../parser.ts'
import { blocksOf } from './blocks.ts'
import { isOwnId, originalId } from './ids.ts'
import { isHuman, isSummary, type Line, NOTE_FIELD, readLine, timeIn, tokensOf } from './schema.ts'

interface Remembered {
  /** What was sent of the current round before is not sent any more. */
  isCut: boolean
}

const OPENING = 0x7b

/** Among the rounds of a session, a compaction: none of those before is sent any more. */
const COMPACTED = '0'

/**
 * An exported session is one document, mostly: a round owns the messages inside of it, from what a person says up to the next;
 * what is around them is a side record. A row is a round or a compaction; a round of which the rest comes after one has a minus.
 */
export const createParser = parserOf<Remembered, Line>(
  () => ({ isCut: false }),
  ({ state, count, turn }) => {
    return {
      read: readLine,
      role: roleOf,
      add(line, bytes): readonly Piece[] {
        if (line.kind === 'message') return addMessage(line, bytes, 0, bytes.length)
        if (line.kind !== 'session') return []
        noteSession(state.about, line)
        const note = state.about.facts.rounds === 0 ? surgeryNoteOf(line) : undefined
        if (note) takeNumbers(state, note)
        return objectsIn(bytes, valueStart(bytes, bytes.indexOf(OPENING), 'messages')).flatMap(({ start, end }) => {
          const message = readLine(bytes.subarray(start, end))
          return message?.kind === 'message' ? addMessage(message, bytes, start, end) : []
        })
      },
    }

    function addMessage(line: Line, bytes: Buffer, start: number, end: number): readonly Piece[] {
      noteMessage(state.about, line)
      const drafts = blocksOf(line)
      noteRound(line, drafts.length > 0)
      if (drafts.length === 0) return []
      const isOwn = isOwnId(line.info.id)
      const owner = isOwn ? 0 : state.round
      if (isOwn && !state.about.facts.surgery) passNumbers(state, lastIndexedIn(textIn(line)))
      count({
        owner,
        isAck: isOwn && line.info.role === 'assistant',
        drafts,
        at: timeIn(line.info, 'created') ?? null,
        idOf: () => roundIdOf(line, bytes.subarray(start, end)),
        isHuman: isHuman(line),
        isReply: line.info.role === 'assistant' && !isOwn,
      })
      return [{ start, end, owner }]
    }

    /** Notes which rounds are sent: a compaction replaces all before it, and what comes after may be the rest of a round. */
    function noteRound(line: Line, isSaid: boolean): void {
      if (isHuman(line)) turn(String(startRound(state)))
      else if (isSummary(line)) {
        noteCompaction(state.about.calibration)
        turn(COMPACTED)
        state.isSettled = false
      } else if (state.isCut && isSaid && state.round > 0) turn(String(-state.round))
      else return
      state.isCut = isSummary(line)
    }
  },
)

/** Those since the last compaction. */
export function activePath(rows: readonly string[]): ActivePath {
  const since = rows.slice(rows.lastIndexOf(COMPACTED) + 1).map(Number)
  return { leaf: null, rounds: since.map(Math.abs), cut: since.filter((round) => round < 0).map(Math.abs) }
}

/** The id that the client gave to what the person said. */
function roundIdOf(line: Line, bytes: Buffer): RoundId {
  return (isHuman(line) && isText(line.info.id) ? originalId(line.info.id) : hashHex(bytes)) as RoundId
}

/** A summary ends no commit: the document is one. */
function roleOf(line: Line): LineRole {
  if (line.kind === 'other') return 'plain'
  return line.kind === 'message' && isSummary(line) ? 'summary' : 'message'
}

function surgeryNoteOf({ info: { metadata } }: Line): SurgeryNote | undefined {
  return isObject(metadata) && isObject(metadata[NOTE_FIELD]) ? readNote(metadata[NOTE_FIELD]) : undefined
}

function textIn({ parts }: Line): string {
  return parts.flatMap(({ text }) => (isText(text) ? text : [])).join('\n')
}

/** Takes what the document says of itself. */
function noteSession(about: AboutSession, { info }: Line): void {
  const facts = about.facts as Facts
  noteTime(about, timeIn(info, 'created'))
  if (isText(info.title)) about.titles.given = info.title
  if (isText(info.directory)) facts.cwd ??= info.directory
  if (isText(info.parentID)) facts.role = 'subagent'
}

/** Tokens in the window after a reply are what was sent, from a cache or not, and what was answered. */
function noteMessage(about: AboutSession, { info }: Line): void {
  const facts = about.facts as Facts
  noteTime(about, timeIn(info, 'created'))
  if (info.role !== 'assistant') return
  noteTime(about, timeIn(info, 'completed'))
  if (isText(info.modelID)) facts.model = info.modelID
  noteUsage(about, tokensOf(info.tokens), { isNew: true, provesWindow: !isEstimate(info.tokens) })
}

/** Whether Stet wrote it: a sum without its parts. */
function isEstimate(tokens: unknown): boolean {
  return isObject(tokens) && tokens.input === 0 && isObject(tokens.cache) && tokens.cache.read === 0
}
