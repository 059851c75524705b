import type { SessionId } from '../model/id.ts'
import type { OriginRange } from '../model/origins.ts'
import type { RoundRef, TextOrigin } from '../model/plan.ts'
import { isNamed } from '../model/range.ts'
import type { ToolRole } from '../model/tool-act.ts'
import type { Passage } from './passage.ts'

/** A round as an operation sees it. */
export interface SubjectRound extends Passage {
  readonly kind: 'round'
  readonly ref: RoundRef
  readonly started: string | null
  readonly ended: string | null
  readonly engagement: string | null
  /** The round that it was a part of when that got its number. */
  readonly within?: number | undefined
  /** Not shown whole in this session: an operation before cut something of it. */
  readonly isPartial: boolean
}

/** What is still sent of a round that a compaction cut: operations take the round by it. */
export interface RestOfRound
  extends Passage,
    Pick<SubjectRound, 'ref' | 'started' | 'ended' | 'engagement' | 'within'> {
  readonly kind: 'rest'
  /** Its number in this session. */
  readonly number: number
}

/** A row of an index that is in the session, and the round it is for, where that was first recorded. */
export interface IndexedRound {
  readonly ref: RoundRef
  /** Its number in this session. */
  readonly number: number
  readonly started: string | null
  readonly engagement: string | null
  /** What the row says after its number. */
  readonly row: string
  /** The file of the session that recorded it first; null where that is not known. */
  readonly file: string | null
  /** A split took it out of sight only to share it. */
  readonly isShared: boolean
  readonly within?: number | undefined
  /** Rounds that were a part of it when the row was written. */
  readonly inner?: readonly Pick<IndexedRound, 'ref' | 'started' | 'number' | 'within'>[]
}

export type SubjectPart =
  | SubjectRound
  | ({ readonly kind: 'index'; readonly rounds: readonly IndexedRound[] } & Passage)
  | ({ readonly kind: 'text'; readonly text: string; readonly origin: TextOrigin } & Passage)
  /** What belongs to no round and is kept as it is. */
  | ({ readonly kind: 'other' } & Passage)
  | RestOfRound

/** A session to operate on: what its client would send, in order, and what is known of its rounds. */
export interface Subject {
  readonly session: SessionId
  readonly client: string
  readonly title: string | null
  readonly agent: string | null
  /** The file its lines were read from. */
  readonly source: string
  /** What a tool of its client is for. */
  readonly roleOf: (tool: string | undefined) => ToolRole
  readonly parts: readonly SubjectPart[]
  /** Recorded rounds that the client would not send: rewound, or before a compaction. They are there when they are named. */
  readonly unsent: () => readonly SubjectRound[]
  /** Lines that a new session begins with, such as the session's name. */
  readonly head: readonly Buffer[]
  /** What it goes on from without holding it, as a line of its client. */
  readonly inherited?: Buffer | undefined
  /** Tokens of what is sent and in no line, such as the client's own prompt; null where nobody knows. */
  readonly fixed: number | null
  readonly openCalls: readonly string[]
  /** Where numbers of this session come from, if from elsewhere. */
  readonly origins: readonly OriginRange[]
  readonly highest: number
  /** What the client sends now, where `parts` are something else: what it sent before it compacted. */
  readonly sent?: SentNow
}

/** What a client sends of a session. */
export type SentNow = Pick<Subject, 'parts' | 'fixed' | 'inherited'>

/** What the client itself wrote: rounds, and what belongs to none. */
export type OwnPart = Extract<SubjectPart, { kind: 'round' | 'rest' | 'other' }>

export function ownPartsOf(subject: Subject): readonly OwnPart[] {
  return subject.parts.filter((part) => part.kind === 'round' || part.kind === 'rest' || part.kind === 'other')
}

/** The rounds that can be turned into rows of an index, in order: those that are there whole or only to their end. */
export function shownRoundsOf(subject: Subject): readonly (SubjectRound | RestOfRound)[] {
  return subject.parts.filter((part) => part.kind === 'round' || part.kind === 'rest')
}

/** The number of a round in its session. */
export function numberOf(part: SubjectRound | RestOfRound): number {
  return part.kind === 'rest' ? part.number : part.ref.round
}

export function placeOf(part: SubjectRound | RestOfRound) {
  return { round: numberOf(part), within: part.within }
}

/** These numbers, and those of rounds that were parts of such rounds when they got them. */
export function numbersMeant(
  parts: readonly (SubjectRound | RestOfRound)[],
  numbers: readonly number[],
): readonly number[] {
  const wanted = new Set(numbers)
  const inner = parts.map(placeOf).filter((one) => !wanted.has(one.round) && isNamed(wanted, one))
  return [...numbers, ...inner.map(({ round }) => round)]
}

/** The rounds that are there from their beginning. */
export function roundsOf(subject: Subject): readonly SubjectRound[] {
  return subject.parts.filter((part) => part.kind === 'round')
}

/** A recorded round that is not sent, by where its lines are. */
export function unsentAt(subjects: readonly Subject[], ref: RoundRef) {
  for (const subject of subjects) {
    if (subject.session !== ref.session) continue
    const round = subject.unsent().find((one) => one.ref.round === ref.round)
    if (round) return { round, subject }
  }
  return undefined
}

export function indexedIn(subject: Subject): readonly IndexedRound[] {
  return subject.parts.flatMap((part) => (part.kind === 'index' ? part.rounds : []))
}
