import { originOf } from '../model/origins.ts'
import type { Piece, Plan, RoundRef } from '../model/plan.ts'
import { byPlace, rangeText } from '../model/range.ts'
import { cell } from './cell.ts'
import { FULL } from './fidelity.ts'
import { joinIndexes } from './pieces.ts'
import { planOf } from './plan-of.ts'
import { numberOf, type Subject } from './subject.ts'

/** A file that several of the sources changed. */
export interface SharedFile {
  readonly path: string
  readonly sessions: readonly string[]
}

const MOST_SHARED = 20

/** A round of one of the sources, as good as that source has it. */
interface Candidate {
  readonly ref: RoundRef
  /** Where it was first recorded. */
  readonly origin: string
  /** Of a round without a time, that of the one before it. */
  readonly started: string
  readonly ended: string | null
  /** Whole before partly before only a row. */
  readonly rank: 0 | 1 | 2
  /** The session that gives its place in the order, and its number there. */
  readonly source: number
  readonly number: number
  readonly within: number | undefined
  /** The session it is taken from. */
  readonly taken: number
}

/**
 * The rounds of all sessions by the time they started, each once, and whole where any source has it whole. Rows that a
 * split left come back whole: it took them out of sight only to share them. Rounds of several origins get numbers of
 * their own, and a legend tells whose they were.
 */
export function merge(subjects: readonly [Subject, ...Subject[]], shared: readonly SharedFile[] = []): Plan {
  const best = new Map<string, Candidate>()
  for (const candidate of subjects.flatMap(candidatesOf)) {
    const known = best.get(candidate.ref.roundId)
    if (!known || isBetter(candidate, known))
      best.set(candidate.ref.roundId, { ...candidate, ...earliest(candidate, known) })
  }
  const all = [...best.values()]
  const isOne = new Set(all.map((candidate) => candidate.origin)).size <= 1 && hasDistinctNumbers(all)
  if (isOne) {
    const pieces = joinIndexes(all.sort(bySourcePlace).map(pieceOf))
    return planOf('merge', subjects, pieces, {})
  }
  const ordered = all.sort(byTime)
  const legend: Piece = { kind: 'text', text: legendOf(subjects, ordered, shared), origin: 'legend', ack: true }
  return planOf('merge', subjects, [legend, ...joinIndexes(ordered.map(pieceOf))], {}, { renumbers: true })
}

function candidatesOf(subject: Subject, source: number): readonly Candidate[] {
  const originName = (number: number) => originOf(subject.origins, number)?.session ?? subject.session
  let last = ''
  const since = (started: string | null) => {
    last = started ?? last
    return last
  }
  return subject.parts.flatMap((part): readonly Candidate[] => {
    if (part.kind === 'round' || part.kind === 'rest') {
      const { ref, ended } = part
      const number = numberOf(part)
      const rank = part.kind === 'rest' || part.isPartial ? 1 : 0
      const place = { source, number, within: part.within, taken: source }
      return [{ ref, origin: originName(number), started: since(part.started), ended, rank, ...place }]
    }
    if (part.kind !== 'index') return []
    return part.rounds.flatMap((row): readonly Candidate[] => {
      const rank = row.isShared ? 0 : 2
      const inner = row.isShared ? (row.inner ?? []) : [] // a row that stays stands for them too
      return [row, ...inner].map(({ ref, started, number, within }) => ({
        ...{ ref, origin: ref.session, started: since(started), ended: null, rank, source, number, within },
        taken: source,
      }))
    })
  })
}

/** A better form wins; of two equally good, the one that went on longer. */
function isBetter(one: Candidate, other: Candidate): boolean {
  return one.rank !== other.rank ? one.rank < other.rank : (one.ended ?? '') > (other.ended ?? '')
}

/** Where a round is in the order does not depend on which of its copies is taken. */
function earliest(one: Candidate, other: Candidate | undefined): Pick<Candidate, 'source' | 'number' | 'within'> {
  const first = other && other.source <= one.source ? other : one
  return { source: first.source, number: first.number, within: first.within }
}

function bySourcePlace(a: Candidate, b: Candidate): number {
  return byPlace({ round: a.number, within: a.within }, { round: b.number, within: b.within })
}

/** By start, then by session, then by number. */
function byTime(a: Candidate, b: Candidate): number {
  if (a.started !== b.started) return a.started < b.started ? -1 : 1
  return a.source - b.source || bySourcePlace(a, b)
}

/** Tells the model which rounds came from whom. The rounds are numbered in this order from 1. */
function legendOf(subjects: readonly Subject[], ordered: readonly Candidate[], shared: readonly SharedFile[]): string {
  const rows = subjects.map(({ session, agent, title }, source) => {
    const numbers = ordered.flatMap((candidate, at) => (candidate.taken === source ? [at + 1] : []))
    return `| ${rangeText(numbers) || 'none'} | ${session} | ${cell(agent ?? '')} | ${cell(title ?? '')} |`
  })
  return [
    ordered.length === 0
      ? `# This context joins ${subjects.length} sessions, of which no round is in it`
      : `# This context joins ${subjects.length} sessions, by the time each round started`,
    '<!-- stet:legend -->',
    '| rounds | session | agent | title |',
    '|---|---|---|---|',
    ...rows,
    ...(shared.length === 0
      ? []
      : ['', 'Files that several of them changed, so that one may not know what the other did:']),
    ...shared.slice(0, MOST_SHARED).map(({ path, sessions }) => `- ${cell(path)} (${sessions.join(', ')})`),
    ...(shared.length > MOST_SHARED ? [`- and ${shared.length - MOST_SHARED} more`] : []),
  ].join('\n')
}

function pieceOf({ ref, rank }: Candidate): Piece {
  return rank === 2 ? { kind: 'index', refs: [ref], ack: true } : { kind: 'round', ref, fidelity: FULL }
}

function hasDistinctNumbers(candidates: readonly Candidate[]): boolean {
  return new Set(candidates.map((candidate) => candidate.number)).size === candidates.length
}
