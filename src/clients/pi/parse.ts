import { noteCompaction } from '../../model/calibration.ts'
import { hashHex, type RoundId } from '../../model/id.ts'
import { spokenChunk } from '../../model/round-text.ts'
import type { EarlierNumbers } from '../../model/session.ts'
import { MALFORMED, type Owner, SIDE } from '../../model/span.ts'
import { toUtc } from '../../model/time.ts'
import { agentOf, lastTimeOf } from '../about-session.ts'
import { Gathering, type ParserPosition } from '../gathering.ts'
import { isText } from '../json-record.ts'
import { textEnd } from '../lines.ts'
import { measure } from '../measure.ts'
import { initialNumbering, type Numbering, startRound } from '../numbering.ts'
import type { ClassifiedLine, Parser, Taken } from '../parser.ts'
import { type AboutSession, initialAbout, noteFacts } from './about-session.ts'
import { type Entry, encodeEntries } from './active-rounds.ts'
import { blocksOf } from './blocks.ts'
import { type Line, readLine } from './schema.ts'

/** Where a parser is between two lines. Plain JSON, so that another process can take up a parse again. */
interface State extends ParserPosition {
  round: number
  numbering: Numbering
  /** The entry before; the next one names it unless somebody went back. */
  last: string | null
  /** False once a compaction or a step back may have changed which rounds are sent. */
  isSettled: boolean
  about: AboutSession
}

interface Pending extends ClassifiedLine {
  readonly line: Line | undefined
  readonly isBlank: boolean
}

/**
 * Parses pi's lines into rounds, in any number of steps: feeding a file whole or cut anywhere between two lines gives the
 * same rounds, spans and facts. What a person says starts a round, and what is said after it belongs to it; what the client
 * notes for itself is a side record.
 */
export function createParser(saved?: string, earlier: EarlierNumbers | null = null): Parser {
  const state: State = saved ? JSON.parse(saved) : initialState(earlier)
  const gathered = new Gathering(state)
  let entries: Entry[] = []

  function classify(buffer: Buffer, start: number, end: number): Pending {
    const bytes = buffer.subarray(start, textEnd(buffer, start, end))
    const line = readLine(bytes)
    if (!line) return { line, role: 'plain', isRecord: false, isBlank: bytes.toString('latin1').trim() === '' }
    const said = line.message.role !== undefined
    return { line, role: isHuman(line) ? 'round' : said ? 'message' : 'plain', isRecord: true, isBlank: false }
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
    const human = isHuman(line)
    if (human) startRound(state)
    if (line.type === 'compaction') noteCompaction(state.about.calibration)
    noteEntry(line)
    const drafts = blocksOf(line)
    if (drafts.length === 0) return SIDE
    gathered.blocks += drafts.length
    const round = gathered.round(state.round, toUtc(line.timestamp) ?? null, () => hashHex(bytes) as RoundId)
    const before = round.chars
    for (const draft of drafts) {
      measure(round, draft)
      if (draft.type === 'user-text' || draft.type === 'assistant-text')
        gathered.say(state.round, spokenChunk(String(draft.content)))
    }
    gathered.chars += round.chars - before
    state.about.calibration.since += round.chars - before
    if (human) state.about.titles.prompt ??= round.userPreview || null
    if (human || line.message.role === 'assistant') gathered.messages++
    return state.round
  }

  /** Lines of the first version have no ids: each follows the one before, and is named by its place. */
  function noteEntry({ type, id: own, parentId, message, fields }: Line): void {
    if (type === 'session') return
    const id = own ?? `#${state.line - 1}`
    const parent = own === undefined ? state.last : (parentId ?? null)
    const keeps = type === 'compaction' ? keptBy(fields) : undefined
    if (parent !== state.last || keeps !== undefined) state.isSettled = false
    const round = message.role === undefined ? 0 : state.round // what is noted after a step back is of no round
    entries.push({ id, parent, round, ...(keeps !== undefined && { keeps }) })
    state.last = id
  }

  function take(): Taken {
    const { facts, titles } = state.about
    const taken = {
      ...gathered.take(facts, titles.given ?? titles.prompt),
      graph: encodeEntries(entries),
      spawns: [],
    }
    state.about.facts = { ...taken.facts } // a copy: the next lines change it before these are written
    entries = []
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
    last: null,
    isSettled: true,
    about: initialAbout(),
  }
}

function isHuman({ message }: Line): boolean {
  return message.role === 'user'
}

function keptBy({ firstKeptEntryId, firstKeptEntryIndex }: Line['fields']): string | undefined {
  if (isText(firstKeptEntryId)) return firstKeptEntryId
  return typeof firstKeptEntryIndex === 'number' ? `#${firstKeptEntryIndex}` : undefined
}
