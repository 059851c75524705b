import type { BlockDraft } from '../../model/block.ts'
import { noteCompaction } from '../../model/calibration.ts'
import { hashHex, type RoundId } from '../../model/id.ts'
import { spokenChunk } from '../../model/round-text.ts'
import type { EarlierNumbers } from '../../model/session.ts'
import { MALFORMED, SIDE } from '../../model/span.ts'
import { toUtc } from '../../model/time.ts'
import { blockSize } from '../../model/tokens.ts'
import { agentOf, lastTimeOf } from '../about-session.ts'
import { Gathering, type ParserPosition } from '../gathering.ts'
import { textEnd } from '../lines.ts'
import { measure } from '../measure.ts'
import {
  initialNumbering,
  isNumberedEarlier,
  type Numbering,
  passNumbers,
  startRound,
  takeNumbers,
} from '../numbering.ts'
import { ownPieces, type Piece } from '../own-pieces.ts'
import type { ClassifiedLine, LineRole, Parser, Taken } from '../parser.ts'
import { type AboutSession, initialAbout, noteAbout, noteMessage } from './about-session.ts'
import { encodeTurnings, type Turning } from './active-rounds.ts'
import { blocksOf } from './blocks.ts'
import { kindOfMessage, lastIndexed, type MessageKind, tellsOfEditor } from './classify.ts'
import { type Heard, hearAnswers, hearReply, idKey, noReply, nothingHeard, wordsKey } from './heard.ts'
import { type InnerRecord, messagesIn } from './inner-records.ts'
import { type Line, readLine } from './schema.ts'
import { surgeryNoteOf } from './surgery-line.ts'

/** Where a parser is between two lines. Plain JSON, so that another process can take up a parse again. */
interface State extends ParserPosition {
  round: number
  numbering: Numbering
  heard: Heard
  /** What was sent of the current round before is not sent any more. */
  isCut: boolean
  /** False once it may have changed which rounds are sent. */
  isSettled: boolean
  about: AboutSession
}

interface Pending extends ClassifiedLine {
  readonly line: Line | undefined
  readonly isBlank: boolean
}

/**
 * Parses records into rounds, in any number of steps: feeding a file whole or cut anywhere between two records gives the
 * same rounds, spans and facts.
 *
 * The file is a log in which the client says some things again: a reply once more with its calls, all that was said
 * when a session goes on. A round owns what is said for the first time, if need be inside of a record; what repeats it is
 * a side record.
 */
export function createParser(saved?: string, earlier: EarlierNumbers | null = null): Parser {
  const state: State = saved ? JSON.parse(saved) : initialState(earlier)
  const gathered = new Gathering(state)
  let turnings: Turning[] = []

  function classify(buffer: Buffer, start: number, end: number): Pending {
    const bytes = buffer.subarray(start, textEnd(buffer, start, end))
    const line = readLine(bytes)
    if (!line) return { line, role: 'plain', isRecord: false, isBlank: bytes.toString('latin1').trim() === '' }
    return { line, role: roleOf(line, bytes), isRecord: true, isBlank: false }
  }

  function roleOf(line: Line, bytes: Buffer): LineRole {
    if (line.kind === 'update') return messagesIn(line, bytes).some(isNewSnapshot) ? 'compaction-whole' : 'plain'
    if (line.kind === 'about') return messagesIn(line, bytes).length > 0 ? 'message' : 'plain'
    if (line.kind !== 'message') return 'plain'
    const kind = kindOfMessage(line)
    if (kind === 'snapshot') return 'compaction-whole'
    if (kind === 'human') return isKnown(line) ? 'plain' : 'round'
    return kind === 'reply' ? 'message' : 'plain'
  }

  function add({ line, isBlank }: Pending, buffer: Buffer, start: number, end: number): void {
    const at = state.offset
    state.line++
    const bytes = buffer.subarray(start, textEnd(buffer, start, end))
    if (line) ownPieces(gathered, addLine(line, bytes), { start: at, end: at + end - start })
    else if (isBlank) gathered.own(at, at + end - start, SIDE)
    else {
      gathered.fault('not a JSON object')
      gathered.own(at, at + end - start, MALFORMED)
    }
    state.offset = at + end - start
  }

  function addLine(line: Line, bytes: Buffer): readonly Piece[] {
    if (line.kind === 'message') return addMessage({ line, start: 0, end: bytes.length }, bytes)
    if (line.kind === 'rewind') takeBack(line)
    if (line.kind === 'other') noteSurgery(line)
    if (line.kind !== 'update' && line.kind !== 'about') return []
    noteAbout(state.about, line)
    if (!Array.isArray(line.fields.messages)) return []
    const messages = messagesIn(line, bytes)
    return line.kind === 'update' ? putTogether(messages, bytes) : messages.flatMap((one) => addMessage(one, bytes))
  }

  /** The note of a session that surgery wrote tells which numbers its rounds have. */
  function noteSurgery(line: Line): void {
    const { rounds, surgery } = state.about.facts
    const note = rounds === 0 && !surgery ? surgeryNoteOf(line) : undefined
    if (note) takeNumbers(state, note)
  }

  /** Says what of a message is new, and takes it. */
  function addMessage(record: InnerRecord, bytes: Buffer): readonly Piece[] {
    const { line } = record
    const kind = kindOfMessage(line)
    const isAgain = kind === 'reply' && line.id === state.heard.reply.id
    noteMessage(state.about, line, { isAgain })
    switch (kind) {
      case 'human':
        if (isKnown(line)) return []
        begin(line)
        return [take(record, bytes, state.round)]
      case 'synthetic':
        if (!state.about.facts.surgery) passNumbers(state, lastIndexed(line))
        return tell(record, bytes)
      case 'injected':
        if (!tellsOfEditor(line) || !isNumberedEarlier(state)) return tell(record, bytes)
        if (isKnown(line)) return []
        begin(line)
        return [take(record, bytes, state.round)]
      case 'snapshot':
      case 'ack':
        return tell(record, bytes)
      case 'answers':
        return hearAnswers(state.heard, line) ? [take(record, bytes, state.round)] : []
      case 'reply':
        return hearReply(state.heard, record, bytes).map((piece) => take(piece, bytes, state.round))
      default:
        return [take(record, bytes, state.round)]
    }
  }

  /** What the client tells the model belongs to no round; it tells some of it again and again. */
  function tell(record: InnerRecord, bytes: Buffer): readonly Piece[] {
    const key = idKey(record.line)
    if (state.heard.told.includes(key) || blocksOf(record.line).length === 0) return []
    state.heard.told.push(key)
    return [take(record, bytes, 0)]
  }

  /**
   * Messages in the place of all before: those of rounds that are known were said already, also where they have other ids
   * since a compaction.
   */
  function putTogether(messages: readonly InnerRecord[], bytes: Buffer): readonly Piece[] {
    const sent = new Set<number>()
    let isKnownRound = state.about.facts.rounds > 0
    if (messages.some(isNewSnapshot)) noteCompaction(state.about.calibration)
    const pieces = messages.flatMap((record) => {
      const { line } = record
      const kind = kindOfMessage(line)
      const known = kind === 'human' ? knownRound(line) : undefined
      if (kind === 'human') isKnownRound = known !== undefined
      if (known !== undefined) state.heard.rounds[idKey(line)] = known
      const isSaid = TOLD.has(kind) || !isKnownRound
      const found = isSaid ? addMessage(record, bytes) : []
      if (kind === 'human') sent.add(known ?? state.round)
      return found
    })
    turn({ kind: 'set', rounds: [...sent] })
    state.isCut = state.round > 0 && !sent.has(state.round)
    return pieces
  }

  function takeBack({ fields }: Line): void {
    const round = state.heard.rounds[idKey({ id: String(fields.$rewindTo), kind: 'rewind', fields })]
    if (fields.$rewindTo === state.heard.reply.id) return
    turn(round === undefined ? { kind: 'set', rounds: [] } : { kind: 'back', round })
    state.isCut = false
  }

  function isKnown(line: Line): boolean {
    return state.heard.rounds[idKey(line)] !== undefined
  }

  function knownRound(line: Line): number | undefined {
    return state.heard.rounds[idKey(line)] ?? state.heard.rounds[wordsKey(line)]
  }

  function isNewSnapshot({ line }: InnerRecord): boolean {
    return line.type === 'user' && kindOfMessage(line) === 'snapshot' && !state.heard.told.includes(idKey(line))
  }

  function begin(line: Line): void {
    const round = startRound(state)
    state.heard.rounds[idKey(line)] = round
    state.heard.rounds[wordsKey(line)] = round
    state.heard.reply = noReply()
    state.isCut = false
    turnings.push({ kind: 'round', round })
  }

  function turn(turning: Turning): void {
    turnings.push(turning)
    state.isSettled = false
  }

  /** Counts what a record says for its round. */
  function take(record: InnerRecord, bytes: Buffer, owner: number): Piece {
    const { line } = record
    const drafts = blocksOf(line)
    const kind = line.kind === 'message' ? kindOfMessage(line) : 'reply'
    if (owner > 0 && state.isCut && kind !== 'note') {
      turn({ kind: 'rest', round: owner })
      state.isCut = false
    }
    gathered.blocks += drafts.length
    const round = gathered.round(owner, toUtc(line.timestamp) ?? null, () => roundIdOf(record, bytes, owner))
    const before = round.chars
    for (const draft of drafts) {
      measure(round, draft, kind === 'ack')
      if (owner > 0 && (draft.type === 'user-text' || draft.type === 'assistant-text'))
        gathered.say(owner, spokenChunk(String(draft.content)))
    }
    gathered.chars += round.chars - before
    if (kind !== 'note') state.about.calibration.since += sentSize(drafts)
    if (kind === 'human') state.about.titles.prompt ??= round.userPreview || null
    if (line.kind === 'message' && (kind === 'human' || kind === 'reply')) gathered.messages++
    return { ...record, owner }
  }

  function takeAll(): Taken {
    const { facts, titles } = state.about
    const taken = {
      ...gathered.take(facts, titles.given ?? titles.prompt),
      graph: encodeTurnings(turnings),
      spawns: [],
    }
    state.about.facts = { ...taken.facts } // a copy: the next lines change it before these are written
    turnings = []
    return taken
  }

  return {
    classify,
    add,
    closeLine: () => gathered.closeLine(),
    take: takeAll,
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

/** As tokens are estimated; thoughts are not sent again. */
function sentSize(drafts: readonly BlockDraft[]): number {
  return drafts.reduce((sum, { type, content }) => sum + (type === 'thinking' ? 0 : blockSize(type, content)), 0)
}

/** What belongs to no round. */
const TOLD: ReadonlySet<MessageKind> = new Set(['injected', 'snapshot', 'synthetic', 'ack'])

function initialState(earlier: EarlierNumbers | null): State {
  return {
    line: 0,
    offset: 0,
    round: 0,
    numbering: initialNumbering(earlier),
    lastOwner: SIDE,
    heard: nothingHeard(),
    isCut: false,
    isSettled: true,
    about: initialAbout(),
  }
}

/** The id that the client gave to what the person said. */
function roundIdOf({ line, start, end }: InnerRecord, bytes: Buffer, owner: number): RoundId {
  const begins = line.kind === 'message' && (kindOfMessage(line) === 'human' || (owner > 0 && tellsOfEditor(line)))
  return (begins ? line.id : hashHex(bytes.subarray(start, end))) as RoundId
}
