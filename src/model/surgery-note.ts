import type { OriginRange } from './origins.ts'
import { parseRange, type RoundRange, rangeText } from './range.ts'

/**
 * What a session that Stet wrote says of itself in its first line: where its rounds come from and which numbers they
 * have. A session keeps this for good, so that a number in one of its tables means the same thing in it and in all
 * that is cut from it.
 */
export interface SurgeryNote {
  readonly kind: string
  readonly parents: readonly string[]
  readonly at: string | null
  /** The numbers of the rounds that are in the file, in order. */
  readonly rounds: readonly number[]
  /** Those of them that are not shown whole. */
  readonly partial: readonly number[]
  /** The round of which only what went on after a compaction is there, and the line that begins with. */
  readonly rest: { readonly round: number; readonly from: string } | null
  /** The numbers of the rounds that are rows of an index. */
  readonly indexed?: readonly number[]
  /** Of the rows of a split's index, those that were rows in its source already; the others it only shares. */
  readonly rowsBefore?: readonly number[]
  /** Where all numbers come from, rounds of index tables too. */
  readonly origins: readonly OriginRange[]
  /** The highest number given; new rounds go on after it. */
  readonly highest: number
  /** The version of the parser that found the rounds. */
  readonly parser: number
  /** The commit whose context it was written from, where a person named one. */
  readonly commit?: string
  /** What kind of agent it was started as, and the ticket it is to work on, where that was said. */
  readonly template?: string
  readonly ticket?: string
}

/** The note as it is in a session's first line. */
export function writeNote(note: SurgeryNote) {
  const { kind, parents, at, rounds, partial, rest, indexed = [], rowsBefore } = note
  const { origins, highest, parser, commit, template, ticket } = note
  return {
    op: kind,
    parent_session: parents[0] ?? null,
    parent_sessions: parents,
    created_at: at,
    rounds: rangeText(rounds),
    partial: rangeText(partial),
    ...(rest && { rest: [rest.round, rest.from] }),
    ...(indexed.length > 0 && { indexed: rangeText(indexed) }),
    ...(rowsBefore && { rows_before: rangeText(rowsBefore) }),
    origins: origins.map(({ session, from, to, as }) => [session, from, to, as]),
    highest,
    parser,
    ...(commit !== undefined && { context_id: commit }),
    ...(template !== undefined && { template }),
    ...(ticket !== undefined && { ticket_id: ticket }),
  }
}

/** Reads what `writeNote` wrote, or what another hand did; undefined where it says nothing that can be used. */
export function readNote(value: unknown): SurgeryNote | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const note = value as Readonly<Record<string, unknown>>
  const parents = [note.parent_session, ...(Array.isArray(note.parent_sessions) ? note.parent_sessions : [])]
  const origins = Array.isArray(note.origins) ? note.origins.flatMap(readOrigin) : []
  const highest = typeof note.highest === 'number' && Number.isSafeInteger(note.highest) ? note.highest : 0
  if (highest < 0 || highest > MOST || origins.some(({ to, from, as }) => as + to - from > highest)) return undefined
  return {
    kind: typeof note.op === 'string' ? note.op.slice(0, 40) : 'surgery',
    parents: [...new Set(parents.filter((parent) => typeof parent === 'string' && parent !== ''))] as string[],
    at: typeof note.created_at === 'string' ? note.created_at : null,
    rounds: numbersOf(note.rounds, highest),
    partial: numbersOf(note.partial, highest),
    rest: readRest(note.rest),
    ...(typeof note.indexed === 'string' && { indexed: numbersOf(note.indexed, highest) }),
    ...(typeof note.rows_before === 'string' && { rowsBefore: numbersOf(note.rows_before, highest) }),
    origins,
    highest,
    parser: typeof note.parser === 'number' ? note.parser : 1,
    ...(typeof note.context_id === 'string' && { commit: note.context_id }),
    ...(isLabel(note.template) && { template: note.template }),
    ...(isLabel(note.ticket_id) && { ticket: note.ticket_id }),
  }
}

/** Whether it may be the name of a template or of a ticket. */
export function isLabel(value: unknown): value is string {
  return typeof value === 'string' && /^[\p{L}\d][\p{L}\d._/:#-]{0,99}$/u.test(value)
}

function readRest(value: unknown): SurgeryNote['rest'] {
  const [round, from] = Array.isArray(value) ? (value as readonly unknown[]) : []
  return Number.isSafeInteger(round) && typeof from === 'string' ? { round: Number(round), from } : null
}

/** No session has more rounds; a number above is damage. */
const MOST = 10_000_000

/** No file has so many rounds in it; what a note names beyond that is damage. */
const MOST_IN_FILE = 1_000_000

function readOrigin(value: unknown): readonly OriginRange[] {
  if (!Array.isArray(value)) return []
  const [session, from, to, as] = value as readonly unknown[]
  const numbers = [from, to, as]
  if (typeof session !== 'string' || !numbers.every((n) => Number.isSafeInteger(n) && Number(n) > 0)) return []
  return Number(from) <= Number(to) ? [{ session, from: Number(from), to: Number(to), as: Number(as) }] : []
}

function numbersOf(text: unknown, highest: number): readonly number[] {
  if (typeof text !== 'string' || text === '') return []
  try {
    return numbersIn(text.split(',').flatMap((part) => parseRange(part, highest)))
  } catch {
    return [] // written by another hand: the rounds are numbered as in any file
  }
}

/** The numbers of the ranges in their order, as many as a file may have. */
function numbersIn(ranges: readonly RoundRange[]): readonly number[] {
  const numbers: number[] = []
  for (const { from, to } of ranges) {
    for (let number = from; number <= to && numbers.length < MOST_IN_FILE; number++) numbers.push(number)
  }
  return numbers
}
