import type { Plan } from '../model/plan.ts'
import { type RowForm, rowOf } from './index-row.ts'
import { indexedIn, type RestOfRound, type Subject, type SubjectRound, shownRoundsOf } from './subject.ts'

/** A round with the session that shows it. */
export interface FoundRound {
  readonly round: SubjectRound | RestOfRound
  readonly subject: Subject
}

/** Of a round that one session has cut and another whole, the whole one. */
export function roundsByRef(subjects: readonly Subject[]): ReadonlyMap<string, FoundRound> {
  const rounds = new Map<string, FoundRound>()
  for (const subject of subjects) {
    for (const round of shownRoundsOf(subject)) {
      const key = `${round.ref.session}:${round.ref.round}`
      if (round.kind === 'round' || !rounds.has(key)) rounds.set(key, { round, subject })
    }
  }
  return rounds
}

/** What the rows of the plan's indexes say, from the rounds themselves or from an index that already exists. */
export function rowsById(plan: Plan, subjects: readonly Subject[], form: RowForm | undefined) {
  const wanted = new Set(
    plan.pieces.flatMap((piece) => (piece.kind === 'index' ? piece.refs.map((ref) => ref.roundId) : [])),
  )
  const rows = new Map<string, { readonly row: string; readonly ended: string | null; readonly file: string | null }>()
  for (const subject of subjects) {
    for (const { ref, row, started, file } of indexedIn(subject)) rows.set(ref.roundId, { row, ended: started, file })
    for (const round of shownRoundsOf(subject)) {
      if (!wanted.has(round.ref.roundId)) continue
      rows.set(round.ref.roundId, { row: rowOf(round, form), ended: round.ended, file: subject.source })
    }
  }
  return rows
}
