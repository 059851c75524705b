import { noteCompaction } from '../../model/calibration.ts'
import { hashHex, type RoundId } from '../../model/id.ts'
import { spokenChunk } from '../../model/round-text.ts'
import type { EarlierNumbers } from '../../model/session.ts'
import { MALFORMED, type Owner, SIDE } from '../../model/span.ts'
import { toUtc } from '../../model/time.ts'
import { agentOf, lastTimeOf } from '../about-session.ts'
import { Gathering, type ParserPosition } from '../gathering.ts'
import { textEnd } from '../lines.ts'
import { measure } from '../measure.ts'
import { initialNumbering, type Numbering, passNumbers, startRound, takeNumbers } from '../numbering.ts'
import type { Base, ClassifiedLine, LineRole, Parser, Taken } from '../parser.ts'
import { type AboutSession, initialAbout, noteFacts } from './about-session.ts'
import { encodeTurnings, type Turning } from './active-rounds.ts'
import { blocksOf } from './blocks.ts'
import { isAck, kindOfUserMessage, lastIndexed } from './classify.ts'
import { isObject, isText, type Line, type Payload, readLine } from './schema.ts'
import { surgeryNoteOf } from './surgery-line.ts'

/** Where a parser is between two lines. Plain JSON, so that another process can take up a parse again. */
interface State extends ParserPosition {
  round: number
  numbering: Numbering
  /** A turn began, and nothing was said in it yet: what the client tells the model now belongs to no round. */
  isOpening: boolean
  /** False once a compaction or a step back may have changed which rounds are sent. */
  isSettled: boolean
  about: AboutSession
}

interface Pending extends ClassifiedLine {
  readonly line: Line | undefined
  readonly isBlank: boolean
}

/**
 * Parses Codex's lines into rounds, in any number of steps: feeding a file whole or cut anywhere between two lines gives
 * the same rounds, spans and facts.
 *
 * What a person says starts a round, and what follows belongs to it, the client's notes of it included. What the client
 * tells the model at the beginning of a turn belongs to no round (0), what it notes for itself there is a side record.
 */
export function createParser(saved?: string, earlier: EarlierNumbers | null = null): Parser {
  const state: State = saved ? JSON.parse(saved) : initialState(earlier)
  const gathered = new Gathering(state)
  let turnings: Turning[] = []
  let base: Base | undefined

  function classify(buffer: Buffer, start: number, end: number): Pending {
    const bytes = buffer.subarray(start, textEnd(buffer, start, end))
    const line = readLine(bytes)
    if (!line) return { line, role: 'plain', isRecord: false, isBlank: bytes.toString('latin1').trim() === '' }
    return { line, role: roleOf(line), isRecord: true, isBlank: false }
  }

  function add({ line, isBlank }: Pending, buffer: Buffer, start: number, end: number): void {
    const at = state.offset
    state.line++
    if (line) gathered.own(at, at + end - start, addLine(line, buffer.subarray(start, textEnd(buffer, start, end))))
    else if (isBlank) gathered.own(at, at + end - start, SIDE)
    else {
      gathered.fault('not a JSON object')
      gathered.own(at, at + end - start, MALFORMED)
    }
    state.offset = at + end - start
  }

  function addLine(line: Line, bytes: Buffer): Owner {
    noteFacts(state.about, line)
    noteSurgery(line)
    if (state.line === 1) base = baseOf(line)
    const { payload } = line
    const human = isHuman(line)
    if (human) begin()
    if (line.type === 'compacted') noteCompaction(state.about.calibration)
    if (line.type === 'compacted') turn({ kind: 'compaction', round: state.round, replaces: hasHistory(payload) })
    if (line.type === 'event_msg' && payload.type === 'thread_rolled_back') {
      turn({ kind: 'back', rounds: typeof payload.num_turns === 'number' ? payload.num_turns : 0 })
    }
    if (line.type === 'event_msg' && payload.type === 'task_started') state.isOpening = true
    const owner = ownerOf(line)
    if (line.type === 'response_item' && isReply(payload)) state.isOpening = false
    if (owner === SIDE) return SIDE
    const drafts = blocksOf(line)
    if (drafts.length === 0 && owner === 0) return SIDE
    gathered.blocks += drafts.length
    const round = gathered.round(owner, toUtc(line.timestamp) ?? null, () => roundIdOf(line, bytes))
    const before = round.chars
    for (const draft of drafts) {
      measure(round, draft, isAck(payload))
      if (owner === 0 || isAck(payload)) continue
      if (draft.type === 'user-text' || draft.type === 'assistant-text')
        gathered.say(owner, spokenChunk(String(draft.content)))
    }
    gathered.chars += round.chars - before
    state.about.calibration.since += round.chars - before
    if (human) state.about.titles.prompt ??= round.userPreview || null
    if (human || (payload.type === 'message' && payload.role === 'assistant' && !isAck(payload))) gathered.messages++
    return owner
  }

  function ownerOf(line: Line): Owner {
    if (line.type === 'session_meta') return SIDE
    if (isSynthetic(line) || isAck(line.payload) || line.type === 'compacted') return 0
    if (!state.isOpening) return state.round
    if (line.type !== 'response_item') return SIDE
    return isReply(line.payload) ? state.round : 0
  }

  function begin(): void {
    const round = startRound(state)
    state.isOpening = false
    turnings.push({ kind: 'round', round })
  }

  function turn(turning: Turning): void {
    turnings.push(turning)
    state.isSettled = false
  }

  /** The note of a session that surgery wrote tells which numbers its rounds have; without it its rows do. */
  function noteSurgery(line: Line): void {
    const note = state.about.facts.rounds === 0 && !state.about.facts.surgery ? surgeryNoteOf(line) : undefined
    if (note) takeNumbers(state, note)
    else if (isSynthetic(line) && !state.about.facts.surgery) passNumbers(state, lastIndexed(line.payload))
  }

  function take(): Taken {
    const { facts, titles } = state.about
    const taken = {
      ...gathered.take(facts, titles.given ?? titles.prompt),
      graph: encodeTurnings(turnings),
      spawns: [],
      ...(base && { base }),
    }
    state.about.facts = { ...taken.facts } // a copy: the next lines change it before these are written
    turnings = []
    base = undefined
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
    isOpening: false,
    isSettled: true,
    about: initialAbout(),
  }
}

/** A fork holds its own lines only, and says which of another session it goes on from. */
function baseOf({ type, payload: { history_base } }: Line): Base | undefined {
  if (type !== 'session_meta' || !isObject(history_base)) return undefined
  const { thread_id, end_byte_offset } = history_base
  return isText(thread_id) && Number.isSafeInteger(end_byte_offset)
    ? { session: thread_id, bytes: Number(end_byte_offset) }
    : undefined
}

function roleOf(line: Line): LineRole {
  if (line.type === 'compacted') return 'compaction-whole'
  if (line.type !== 'response_item') return 'plain'
  if (isHuman(line)) return 'round'
  return isReply(line.payload) ? 'message' : 'plain'
}

function isHuman({ type, payload }: Line): boolean {
  return (
    type === 'response_item' &&
    payload.type === 'message' &&
    payload.role === 'user' &&
    kindOfUserMessage(payload) === 'human'
  )
}

function isSynthetic({ type, payload }: Line): boolean {
  return (
    type === 'response_item' &&
    payload.type === 'message' &&
    payload.role === 'user' &&
    kindOfUserMessage(payload) === 'synthetic'
  )
}

/** Whether an item is what the agent or a tool said. */
function isReply({ type, role }: Payload): boolean {
  return type !== 'message' || role === 'assistant'
}

function hasHistory({ replacement_history }: Payload): boolean {
  return Array.isArray(replacement_history)
}

/** The id that the client gave to what the person said; older versions gave none, and then it is a hash of it. */
function roundIdOf({ payload, timestamp }: Line, bytes: Buffer): RoundId {
  if (isText(payload.id) && payload.type === 'message') return payload.id as RoundId
  const isItem = payload.type === 'message' && timestamp !== undefined
  return hashHex(isItem ? `${timestamp}\0${JSON.stringify(payload.content)}` : bytes) as RoundId
}
