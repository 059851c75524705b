import { noteCompaction } from '../../model/calibration.ts'
import { hashHex, type RoundId } from '../../model/id.ts'
import { spokenChunk } from '../../model/round-text.ts'
import type { EarlierNumbers } from '../../model/session.ts'
import { MALFORMED, SIDE } from '../../model/span.ts'
import { agentOf, lastTimeOf } from '../about-session.ts'
import { Gathering, type ParserPosition } from '../gathering.ts'
import { isText } from '../json-record.ts'
import { textEnd } from '../lines.ts'
import { measure } from '../measure.ts'
import { initialNumbering, type Numbering, startRound } from '../numbering.ts'
import { objectsIn, valueStart } from '../objects-in.ts'
import { ownPieces, type Piece } from '../own-pieces.ts'
import type { ClassifiedLine, Parser, Taken } from '../parser.ts'
import { type AboutSession, initialAbout, noteMessage, noteSession } from './about-session.ts'
import { COMPACTED, encodeRounds } from './active-rounds.ts'
import { blocksOf } from './blocks.ts'
import { isHuman, isSummary, type Line, readLine, timeIn } from './schema.ts'

/** Where a parser is between two records. Plain JSON, so that another process can take up a parse again. */
interface State extends ParserPosition {
  round: number
  numbering: Numbering
  /** What was sent of the current round before is not sent any more. */
  isCut: boolean
  /** False once a compaction may have changed which rounds are sent. */
  isSettled: boolean
  about: AboutSession
}

interface Pending extends ClassifiedLine {
  readonly line: Line | undefined
  readonly isBlank: boolean
}

const OPENING = 0x7b

/**
 * Parses an exported session into rounds. It is one document, mostly: a round owns the messages inside of it, from what a
 * person says up to the next; what is around them is a side record.
 */
export function createParser(saved?: string, earlier: EarlierNumbers | null = null): Parser {
  const state: State = saved ? JSON.parse(saved) : initialState(earlier)
  const gathered = new Gathering(state)
  let rounds: number[] = []

  function classify(buffer: Buffer, start: number, end: number): Pending {
    const bytes = buffer.subarray(start, textEnd(buffer, start, end))
    const line = readLine(bytes)
    if (!line) return { line, role: 'plain', isRecord: false, isBlank: bytes.toString('latin1').trim() === '' }
    return { line, role: line.kind === 'other' ? 'plain' : 'message', isRecord: true, isBlank: false }
  }

  function add({ line, isBlank }: Pending, buffer: Buffer, start: number, end: number): void {
    const range = { start: state.offset, end: state.offset + end - start }
    state.line++
    if (line) ownPieces(gathered, addLine(line, buffer.subarray(start, textEnd(buffer, start, end))), range)
    else if (isBlank) gathered.own(range.start, range.end, SIDE)
    else {
      gathered.fault('not a JSON object')
      gathered.own(range.start, range.end, MALFORMED)
    }
    state.offset = range.end
  }

  function addLine(line: Line, bytes: Buffer): readonly Piece[] {
    if (line.kind === 'message') return addMessage(line, bytes, 0, bytes.length)
    if (line.kind !== 'session') return []
    noteSession(state.about, line)
    return objectsIn(bytes, valueStart(bytes, bytes.indexOf(OPENING), 'messages')).flatMap(({ start, end }) => {
      const message = readLine(bytes.subarray(start, end))
      return message?.kind === 'message' ? addMessage(message, bytes, start, end) : []
    })
  }

  function addMessage(line: Line, bytes: Buffer, start: number, end: number): readonly Piece[] {
    noteMessage(state.about, line)
    const human = isHuman(line)
    const drafts = blocksOf(line)
    noteRound(line, drafts.length > 0)
    if (drafts.length === 0) return []
    gathered.blocks += drafts.length
    const round = gathered.round(state.round, timeIn(line.info, 'created') ?? null, () =>
      roundIdOf(line, bytes.subarray(start, end)),
    )
    const before = round.chars
    for (const draft of drafts) {
      measure(round, draft)
      if (state.round > 0 && (draft.type === 'user-text' || draft.type === 'assistant-text'))
        gathered.say(state.round, spokenChunk(String(draft.content)))
    }
    gathered.chars += round.chars - before
    state.about.calibration.since += round.chars - before
    if (human) state.about.titles.prompt ??= round.userPreview || null
    if (human || line.info.role === 'assistant') gathered.messages++
    return [{ start, end, owner: state.round }]
  }

  /** Notes which rounds are sent: a compaction replaces all before it, and what comes after may be the rest of a round. */
  function noteRound(line: Line, isSaid: boolean): void {
    if (isHuman(line)) rounds.push(startRound(state))
    else if (isSummary(line)) {
      noteCompaction(state.about.calibration)
      rounds.push(COMPACTED)
      state.isSettled = false
    } else if (state.isCut && isSaid && state.round > 0) rounds.push(-state.round)
    else return
    state.isCut = isSummary(line)
  }

  function take(): Taken {
    const { facts, titles } = state.about
    const taken = {
      ...gathered.take(facts, titles.given ?? titles.prompt),
      graph: encodeRounds(rounds),
      spawns: [],
    }
    state.about.facts = { ...taken.facts } // a copy: the next records change it before these are written
    rounds = []
    return taken
  }

  return {
    classify,
    add,
    closeLine: () => gathered.closeLine(),
    take,
    save: () => JSON.stringify(state),
    mark: () => gathered.mark(),
    get lastTime() {
      return lastTimeOf(state.about)
    },
    get agent() {
      return agentOf(state.about)
    },
    get pathIsSettled() {
      return state.isSettled
    },
    settlePath() {
      state.isSettled = true
    },
    isOrdered: true,
  }
}

function initialState(earlier: EarlierNumbers | null): State {
  return {
    line: 0,
    offset: 0,
    round: 0,
    numbering: initialNumbering(earlier),
    lastOwner: SIDE,
    isCut: false,
    isSettled: true,
    about: initialAbout(),
  }
}

/** The id that the client gave to what the person said. */
function roundIdOf(line: Line, bytes: Buffer): RoundId {
  return (isHuman(line) && isText(line.info.id) ? line.info.id : hashHex(bytes)) as RoundId
}
