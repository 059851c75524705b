import type { Entry } from '../model/entry.ts'
import { Failure } from '../model/errors.ts'
import type { LineEdits } from '../model/line-edits.ts'
import { PARSER_VERSION } from '../model/parser-version.ts'
import type { Piece, Plan, RoundRef } from '../model/plan.ts'
import type { SurgeryNote } from '../model/surgery-note.ts'
import { editsOf } from './edits-of.ts'
import { FULL } from './fidelity.ts'
import { type FoundRound, roundsByRef, rowsById } from './found-rounds.ts'
import { hasRemainingBlocks } from './has-remaining-blocks.ts'
import { type RowForm, rowOf } from './index-row.ts'
import { ACK, type FileOfRounds, type IndexEntry, indexMessage } from './index-table.ts'
import { openCallsIn } from './open-calls.ts'
import { type Passage, passageOf } from './passage.ts'
import { numbersIn, originsOf, roundIn } from './plan-numbers.ts'
import { soundSteps } from './sound-steps.ts'
import { passageStep, type Step } from './step.ts'
import { indexedIn, type Subject, unsentAt } from './subject.ts'

/** A plan worked out: every line and every word of Stet's own in it. */
export interface Script {
  readonly steps: readonly Step[]
  readonly note: Omit<SurgeryNote, 'at'>
  /** By their numbers in the new session. */
  readonly full: readonly number[]
  readonly partial: readonly number[]
  readonly indexed: readonly number[]
  /** Blocks that are not shown whole. */
  readonly cutBlocks: number
}

/**
 * Works out a plan for a new session. `subjects` are its sources, and every other session that one of its rounds is
 * taken from.
 */
export function scriptOf(
  plan: Plan,
  subjects: readonly Subject[],
  target: { readonly sessionId: string; readonly rows?: RowForm | undefined },
): Script {
  const bySession = new Map<string, Subject>(subjects.map((subject) => [subject.session, subject]))
  const open = new Map(subjects.map((subject) => [subject, new Set(subject.openCalls)]))
  const rounds = roundsByRef(subjects)
  const rows = rowsById(plan, subjects, target.rows)
  const sources = plan.sources.map((session) => bySession.get(session)!)
  const numberOf = numbersIn(plan, sources)
  const told = new Set<string>()
  let cutBlocks = 0
  const asRounds = new Set(plan.pieces.flatMap(roundIn).map(idOf))
  const besides = new Map(sources.map((source, at) => [source.session, besidesOf(source, at > 0)]))
  const cutRounds = new Set(plan.pieces.filter((one) => one.kind === 'round' && found(one.ref).round.kind === 'rest'))
  const legend =
    cutRounds.size > 0 ? plan.pieces.find((one) => one.kind === 'text' && one.origin === 'legend') : undefined
  const steps: Step[] = [
    ...(legend?.kind === 'text' ? [sayOf(legend, plan.pieces.indexOf(legend))] : []), // it tells of what is in front, too
    ...sources.flatMap((source) => besides.get(source.session)!.first.flatMap(stepsOf(source))),
  ]
  const full: number[] = []
  const partial: number[] = []
  const indexed: number[] = []
  for (const piece of cutRounds) if (piece.kind === 'round') show(piece)
  for (const [at, piece] of plan.pieces.entries()) {
    if (cutRounds.has(piece) || piece === legend) continue
    if (piece.kind === 'text') {
      steps.push(sayOf(piece, at))
    } else if (piece.kind === 'index') {
      const entries = piece.refs.map((ref) => entryOf(ref))
      for (const { number } of entries) indexed.push(number)
      const text = indexMessage(target.sessionId, entries, filesOf(piece.refs))
      steps.push({ kind: 'say', text, answer: piece.ack ? ACK : null, at: lastTime(piece.refs) })
    } else {
      for (const source of sources)
        steps.push(...(besides.get(source.session)!.before.get(idOf(piece.ref)) ?? []).flatMap(stepsOf(source)))
      show(piece)
    }
  }
  const sound = soundSteps(steps)
  const rest = restOf(sources, sound)
  const begun = new Set(
    plan.pieces
      .filter((piece) => !cutRounds.has(piece))
      .flatMap(roundIn)
      .map(numberOf),
  )
  return {
    steps: sound,
    full,
    partial,
    indexed,
    cutBlocks,
    note: {
      kind: plan.lineage.kind,
      parents: plan.lineage.parents,
      rounds: [...begun],
      partial: partial.filter((number) => begun.has(number)),
      rest,
      ...(indexed.length > 0 && { indexed }),
      ...rowsBefore(plan, sources),
      origins: originsOf(plan, bySession, numberOf),
      parser: PARSER_VERSION,
      highest: plan.target.renumbers
        ? full.length + partial.length + indexed.length
        : Math.max(0, ...sources.map((s) => s.highest)),
    },
  }

  function sayOf({ text, ack }: Extract<Piece, { kind: 'text' }>, at: number): Step {
    return { kind: 'say', text, answer: ack ? ACK : null, at: timeAfter(plan, at) }
  }

  /** A round that a compaction cut begins without anything said: it is in front, where it can be found again. */
  function show(piece: Extract<Piece, { kind: 'round' }>): void {
    const { round, subject } = found(piece.ref)
    const edits = editsOf(piece, round.lines, subject)
    steps.push(passageStep(subject, round, edits, openCallsIn(open.get(subject)!, round.lines)))
    const cut = blocksIn(edits)
    cutBlocks += cut
    const isPartial = cut > 0 || round.kind === 'rest' || round.isPartial
    ;(isPartial ? partial : full).push(numberOf(piece.ref))
  }

  function stepsOf(source: Subject): (passage: Passage) => readonly Step[] {
    return (passage) => {
      const edits = editsOf({ fidelity: FULL, blocks: plan.besides ?? {} }, passage.lines, source)
      cutBlocks += blocksIn(edits)
      return [passageStep(source, passage, edits, openCallsIn(open.get(source)!, passage.lines))]
    }
  }

  /** What is kept without being asked for: in front, or where it was before a round that is shown. */
  function besidesOf(source: Subject, isFurther: boolean) {
    const first: Passage[] = []
    const before = new Map<string, readonly Passage[]>()
    for (const [at, part] of plan.isAlone ? [] : source.parts.entries()) {
      if (part.kind !== 'other') continue
      const passage = toldOf(part, isFurther, told)
      if (!passage) continue
      const next = roundAfter(source, at)
      if (next !== undefined && asRounds.has(next)) before.set(next, [...(before.get(next) ?? []), passage])
      else first.push(passage)
    }
    return { first, before }
  }

  /** The round of which only the rest is shown; of several sessions nobody can tell theirs apart. */
  function restOf([source, ...others]: readonly Subject[], steps: readonly Step[]): SurgeryNote['rest'] {
    const part = source!.parts.find((one) => one.kind === 'rest')
    if (part?.kind !== 'rest' || others.length > 0 || !asRounds.has(idOf(part.ref))) return null
    const own = new Set(part.lines)
    const step = steps.find((one) => one.kind === 'passage' && own.has(one.passage.lines[0]!))
    if (step?.kind !== 'passage') return null
    const line = step.passage.lines.find((one) => hasRemainingBlocks(one, step.edits.get(one)))
    if (!line || line.id === null) return null
    return { round: numberOf(part.ref), from: step.edits.get(line)?.renames?.get(line.id) ?? line.id }
  }

  function found(ref: RoundRef): FoundRound {
    const shown = rounds.get(`${ref.session}:${ref.round}`) ?? unsentAt(subjects, ref)
    if (shown) return shown
    throw new Failure('round-not-found', `Round ${ref.round} of session ${ref.session} is no longer in the record.`, {
      facts: { session: ref.session, round: ref.round },
      hint: `Run \`stet rounds ${ref.session}\` to see the rounds that are.`,
    })
  }

  function entryOf(ref: RoundRef): IndexEntry {
    return { number: numberOf(ref), row: rows.get(ref.roundId)?.row ?? rowOf(found(ref).round, target.rows) }
  }

  /** The files that have the rounds: of rows of an earlier index, where they were first recorded. */
  function filesOf(refs: readonly RoundRef[]): readonly FileOfRounds[] {
    const files = new Map<string | null, { rounds: number[]; lines?: { from: number; to: number } }>()
    for (const ref of refs) {
      const shown = rounds.get(`${ref.session}:${ref.round}`) ?? unsentAt(subjects, ref)
      const path = shown ? shown.subject.source : (rows.get(ref.roundId)?.file ?? null)
      const file = files.get(path) ?? { rounds: [] }
      files.set(path, file)
      file.rounds.push(numberOf(ref))
      for (const { number } of shown?.round.lines ?? []) {
        const { from, to } = file.lines ?? { from: number, to: number }
        file.lines = { from: Math.min(from, number), to: Math.max(to, number) }
      }
    }
    return [...files].map(([path, file]) => ({ path, ...file }))
  }

  function lastTime(refs: readonly RoundRef[]): string | null {
    return refs.reduce((last: string | null, ref) => later(last, rows.get(ref.roundId)?.ended ?? null), null)
  }

  function timeAfter({ pieces }: Plan, at: number): string | null {
    const next = pieces.slice(at + 1).find((piece) => piece.kind === 'round')
    return next?.kind === 'round' ? found(next.ref).round.started : null
  }
}

function blocksIn(edits: ReadonlyMap<Entry, LineEdits>): number {
  return [...edits.values()].reduce((sum, { blocks }) => sum + blocks.size, 0)
}

/**
 * Of what belongs to no round, what is told: of further sessions only what was said, not what the client noted, and
 * what sessions of one origin were told only once.
 */
function toldOf(passage: Passage, isFurther: boolean, told: Set<string>): Passage | undefined {
  const lines = passage.lines.filter(
    ({ id, blocks }) =>
      (id === null || !told.has(id)) && (!isFurther || blocks.some((block) => block.kind !== 'unknown')),
  )
  for (const { id } of passage.lines) if (id !== null) told.add(id)
  if (lines.length === 0) return undefined
  return lines.length === passage.lines.length ? passage : passageOf(lines, passage.charsAToken)
}

/** The round that is next after a part; undefined for one in front of everything. */
function roundAfter({ parts }: Subject, at: number): string | undefined {
  if (parts.slice(0, at).every((part) => part.kind === 'other' || part.kind === 'rest')) return undefined
  const next = parts.slice(at + 1).find((part) => part.kind === 'round')
  return next?.kind === 'round' ? idOf(next.ref) : undefined
}

function idOf({ roundId }: RoundRef): string {
  return roundId
}

function later(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other > one) ? other : one
}

/** A split shares rounds by rows; a merge gives them back whole, but for those that were rows before. */
function rowsBefore({ lineage }: Plan, sources: readonly Subject[]): Pick<SurgeryNote, 'rowsBefore'> {
  const rows = lineage.kind === 'split' ? sources.flatMap(indexedIn).map(({ number }) => number) : []
  return rows.length === 0 ? {} : { rowsBefore: rows }
}
