import type { BlockDraft } from '../../model/block.ts'
import type { RoundId } from '../../model/id.ts'
import { spokenChunk } from '../../model/round-text.ts'
import type { EarlierNumbers } from '../../model/session.ts'
import { MALFORMED, type Owner, SIDE } from '../../model/span.ts'
import { textEnd } from '../lines.ts'
import type { Base, ClassifiedLine, LineRole, Parser, Spawn } from '../parser.ts'
import { type About, type AboutSession, agentOf, initialAbout, lastTimeOf } from './about-session.ts'
import { Gathering, type ParserPosition, type RoundDraft } from './gathering.ts'
import { measure } from './measure.ts'
import { initialNumbering, type Numbering } from './numbering.ts'
import { ownPieces, type Piece } from './pieces.ts'

/** Where a parser is between two lines. Plain JSON, so that another process can take up a parse again. */
export interface ParserState<OfSession extends About = AboutSession> extends ParserPosition {
  round: number
  numbering: Numbering
  about: OfSession
}

/** With what a client's own part remembers; it is settled until a line may have changed which earlier rounds are sent. */
type State<Own> = ParserState & Own & { isSettled: boolean }

/** What a client's own part says of its lines; everything else all parsers do alike. */
export interface ParserRules<Line> {
  /** Reads the text of a line; undefined where it is no record. */
  read(bytes: Buffer): Line | undefined
  /** What a record means for cutting commits; changes nothing. */
  role(line: Line, bytes: Buffer): LineRole
  /** Takes a record and says who owns it, or who owns which pieces of it. */
  add(line: Line, bytes: Buffer): Owner | readonly Piece[]
  /** The session that the lines taken since the last call go on from. */
  base?(): Base | undefined
}

/** What a client's own part works with. */
export interface Parsing<Own> {
  readonly state: State<Own>
  /** Counts what a record says for its round. */
  count(said: Said): void
  /** Adds a row to what decides which rounds are sent. */
  turn(row: string): void
}

interface Said {
  readonly owner: Owner
  readonly drafts: readonly BlockDraft[]
  readonly at: string | null
  /** Asked for the first record of a round. */
  idOf(): RoundId
  /** Whether its words are found again; not so what belongs to no round. */
  readonly isFound?: boolean
  /** Whether surgery has the agent say it: nobody said it. */
  readonly isAck?: boolean
  readonly isHuman: boolean
  readonly isReply: boolean
  /** How much of it is sent again, where that is not all. */
  readonly sent?: number
}

/**
 * A parser of records in any number of steps: feeding a file whole or cut anywhere between two lines gives the same rounds,
 * spans and facts. `initial` is what the client's own part remembers between two lines.
 */
export function parserOf<Own extends object, Line extends object>(
  initial: () => Own,
  rulesOf: (parsing: Parsing<Own>) => ParserRules<Line>,
): (saved?: string, earlier?: EarlierNumbers | null) => Parser {
  return (saved, earlier = null) => {
    const state: State<Own> = saved
      ? JSON.parse(saved)
      : initialState({ ...initial(), isSettled: true }, initialAbout(), earlier)
    const gathered = new Gathering(state)
    let rows: string[] = []
    const rules = rulesOf({
      state,
      count: (said) => countSaid(state, gathered, said),
      turn: (row) => rows.push(row),
    })

    interface Pending extends ClassifiedLine {
      readonly line: Line | undefined
      readonly isBlank: boolean
    }

    function classify(buffer: Buffer, start: number, end: number): Pending {
      const bytes = buffer.subarray(start, textEnd(buffer, start, end))
      const line = rules.read(bytes)
      if (!line) return { line, role: 'plain', isRecord: false, isBlank: bytes.toString('latin1').trim() === '' }
      return { line, role: rules.role(line, bytes), isRecord: true, isBlank: false }
    }

    function add({ line, isBlank }: Pending, buffer: Buffer, start: number, end: number): void {
      const range = { start: state.offset, end: state.offset + end - start }
      state.line++
      if (line) {
        const owner = rules.add(line, buffer.subarray(start, textEnd(buffer, start, end)))
        if (typeof owner === 'number') gathered.own(range.start, range.end, owner)
        else ownPieces(gathered, owner, range)
      } else {
        if (!isBlank) gathered.fault('not a JSON object')
        gathered.own(range.start, range.end, isBlank ? SIDE : MALFORMED)
      }
      state.offset = range.end
    }

    return assembled(state, gathered, {
      classify,
      add,
      title: ({ titles }) => titles.given ?? titles.prompt,
      rest() {
        const graph = rows.length > 0 ? Buffer.from(rows.map((row) => `${row}\n`).join('')) : undefined
        rows = []
        const base = rules.base?.()
        return { graph, spawns: [], ...(base && { base }) }
      },
      isSettled: () => state.isSettled,
      settlePath() {
        state.isSettled = true
      },
      isOrdered: () => true,
    })
  }
}

export function initialState<Own extends object, OfSession extends About>(
  own: Own,
  about: OfSession,
  earlier: EarlierNumbers | null,
): ParserState<OfSession> & Own {
  return { line: 0, offset: 0, round: 0, numbering: initialNumbering(earlier), lastOwner: SIDE, ...own, about }
}

interface Parts<OfSession extends About> extends Pick<Parser, 'classify' | 'add' | 'settlePath'> {
  title(about: OfSession): string | null
  rest(): { readonly graph: Buffer | undefined; readonly spawns: readonly Spawn[]; readonly base?: Base }
  /** Brings the state up to date before it is saved. */
  prepareToSave?(): void
  isSettled(): boolean
  isOrdered(): boolean
}

/** A parser of its parts: taking, saving and counting is the same for all. */
export function assembled<OfSession extends About>(
  state: ParserState<OfSession>,
  gathered: Gathering,
  own: Parts<OfSession>,
): Parser {
  const { classify, add, settlePath } = own
  return {
    classify,
    add,
    closeLine: () => gathered.closeLine(),
    take() {
      const taken = { ...gathered.take(state.about.facts, own.title(state.about)), ...own.rest() }
      state.about.facts = { ...taken.facts } // a copy: the next lines change it before these are written
      return taken
    },
    save() {
      own.prepareToSave?.()
      return JSON.stringify(state)
    },
    mark: () => gathered.mark(),
    get lastTime() {
      return lastTimeOf(state.about)
    },
    get agent() {
      return agentOf(state.about)
    },
    get pathIsSettled() {
      return own.isSettled()
    },
    settlePath,
    get isOrdered() {
      return own.isOrdered()
    },
  }
}

function countSaid({ about }: ParserState, gathered: Gathering, said: Said): void {
  const { owner, drafts, isAck = false, isFound = owner > 0 && !isAck, isHuman } = said
  gathered.blocks += drafts.length
  const round: RoundDraft = gathered.round(owner, said.at, said.idOf)
  const before = round.chars
  for (const draft of drafts) {
    measure(round, draft, isAck)
    if (isFound && (draft.type === 'user-text' || draft.type === 'assistant-text'))
      gathered.say(owner, spokenChunk(String(draft.content)))
  }
  const size = round.chars - before
  gathered.chars += size
  about.calibration.since += said.sent ?? size
  if (isHuman) about.titles.prompt ??= round.userPreview || null
  if (isHuman || said.isReply) gathered.messages++
}
