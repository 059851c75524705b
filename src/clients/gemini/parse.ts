import type { BlockDraft } from '../../model/block.ts'
import { noteCompaction } from '../../model/calibration.ts'
import { hashHex, type RoundId } from '../../model/id.ts'
import { toUtc } from '../../model/time.ts'
import { blockSize } from '../../model/tokens.ts'
import { type AboutSession, type Facts, noteTime, noteUsage } from '../kit/about-session.ts'
import { isNumberedEarlier, passNumbers, startRound, takeNumbers } from '../kit/numbering.ts'
import { parserOf } from '../kit/parser.ts'
import type { Piece } from '../kit/pieces.ts'
import type { ActivePath, LineRole } from '../parser.ts'
import { blocksOf } from './blocks.ts'
import { kindOfMessage, lastIndexed, type MessageKind, surgeryNoteOf, tellsOfEditor } from './classify.ts'
import { type Heard, hearAnswers, hearReply, idKey, noReply, nothingHeard, wordsKey } from './heard.ts'
import { type InnerRecord, messagesIn } from './inner-records.ts'
import { isObject, isText, type Line, partsOf, readLine, textOf, tokensIn } from './schema.ts'

interface Remembered {
  heard: Heard
  /** What was sent of the current round before is not sent any more. */
  isCut: boolean
}

/**
 * The file is a log in which the client says some things again: a reply once more with its calls, all that was said
 * when a session goes on. A round owns what is said for the first time, if need be inside of a record; what repeats it is
 * a side record.
 */
export const createParser = parserOf<Remembered, Line>(
  () => ({ heard: nothingHeard(), isCut: false }),
  ({ state, count, turn }) => {
    return { read: readLine, role: roleOf, add: addLine }

    function roleOf(line: Line, bytes: Buffer): LineRole {
      if (line.kind === 'update') return messagesIn(line, bytes).some(isNewSnapshot) ? 'compaction-whole' : 'plain'
      if (line.kind === 'about') return messagesIn(line, bytes).length > 0 ? 'message' : 'plain'
      if (line.kind !== 'message') return 'plain'
      const kind = kindOfMessage(line)
      if (kind === 'snapshot') return 'compaction-whole'
      if (kind === 'human') return isKnown(line) ? 'plain' : 'round'
      return kind === 'reply' ? 'message' : 'plain'
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
      change(`s ${[...sent].join(',')}`)
      state.isCut = state.round > 0 && !sent.has(state.round)
      return pieces
    }

    function takeBack({ fields }: Line): void {
      const round = state.heard.rounds[idKey({ id: String(fields.$rewindTo), kind: 'rewind', fields })]
      if (fields.$rewindTo === state.heard.reply.id) return
      change(round === undefined ? 's ' : `b ${round}`)
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
      turn(`r ${round}`)
    }

    function change(turning: Turning): void {
      turn(turning)
      state.isSettled = false
    }

    /** Counts what a record says for its round. */
    function take(record: InnerRecord, bytes: Buffer, owner: number): Piece {
      const { line } = record
      const drafts = blocksOf(line)
      const kind = line.kind === 'message' ? kindOfMessage(line) : undefined
      if (owner > 0 && state.isCut && kind !== 'note') {
        change(`c ${owner}`)
        state.isCut = false
      }
      count({
        owner,
        drafts,
        at: toUtc(line.timestamp) ?? null,
        idOf: () => roundIdOf(record, bytes, owner),
        isAck: kind === 'ack',
        isHuman: kind === 'human',
        isReply: kind === 'reply',
        sent: kind === 'note' ? 0 : sentSize(drafts),
      })
      return { ...record, owner }
    }
  },
)

/** As tokens are estimated; thoughts are not sent again. */
function sentSize(drafts: readonly BlockDraft[]): number {
  return drafts.reduce((sum, { type, content }) => sum + (type === 'thinking' ? 0 : blockSize(type, content)), 0)
}

/** What belongs to no round. */
const TOLD: ReadonlySet<MessageKind> = new Set(['injected', 'snapshot', 'synthetic', 'ack'])

/** The id that the client gave to what the person said. */
function roundIdOf({ line, start, end }: InnerRecord, bytes: Buffer, owner: number): RoundId {
  const begins = line.kind === 'message' && (kindOfMessage(line) === 'human' || (owner > 0 && tellsOfEditor(line)))
  return (begins ? line.id : hashHex(bytes.subarray(start, end))) as RoundId
}

/** Takes what a file begins with, or what changes it. */
function noteAbout(about: AboutSession, { fields }: Line): void {
  const facts = about.facts as Facts
  noteTime(about, toUtc(fields.startTime))
  noteTime(about, toUtc(fields.lastUpdated))
  if (isText(fields.summary)) about.titles.given = fields.summary
  if (fields.kind === 'subagent') facts.role = 'subagent'
  const [folder] = Array.isArray(fields.directories) ? fields.directories : []
  if (isText(folder)) facts.cwd ??= folder
}

/** Takes from a message what it says about the session; `isAgain` for one whose like was taken before. */
function noteMessage(about: AboutSession, line: Line, { isAgain }: { readonly isAgain: boolean }): void {
  const facts = about.facts as Facts
  const { type, fields } = line
  if (!isAgain) noteTime(about, toUtc(line.timestamp))
  if (type === 'user') facts.cwd ??= folderIn(partsOf(fields.content).map(textOf)[0] ?? '')
  if (type !== 'gemini') return
  if (isText(fields.model)) facts.model = fields.model
  noteUsage(about, tokensIn(fields.tokens), { isNew: !isAgain, provesWindow: !isEstimate(fields.tokens) })
}

/** Whether Stet wrote it: a sum without its parts. */
function isEstimate(tokens: unknown): boolean {
  return isObject(tokens) && tokens.input === 0
}

/** Where the agent works, as the client tells the model at the beginning. */
function folderIn(text: string): string | null {
  if (!text.startsWith('<session_context>')) return null
  return /^- \*\*Workspace Directories:\*\*\n {2}- (.+)$/m.exec(text)?.[1] ?? null
}

/**
 * What decides which rounds the client would send: `r 3`, round 3 begins; `s 1,2`, what is sent was put together anew, of
 * these rounds; `c 3`, round 3 goes on though what was sent of it before is not; `b 2`, round 2 and all after it are taken
 * back.
 */
type Turning = `${'r' | 'c' | 'b'} ${number}` | `s ${string}`

export function activePath(rows: readonly string[]): ActivePath {
  let active: number[] = []
  let cut: number | undefined
  for (const row of rows) {
    const [letter, numbers = ''] = row.split(' ')
    const rounds = numbers.split(',').filter(Boolean).map(Number)
    if (letter === 's') active = rounds
    else if (letter === 'b') active = active.slice(0, Math.max(0, active.indexOf(rounds[0]!)))
    else if (letter === 'r' || letter === 'c') active.push(rounds[0]!)
    if (letter === 'c') cut = rounds[0]
  }
  return { leaf: null, rounds: active, cut: active.filter((round) => round === cut) }
}
