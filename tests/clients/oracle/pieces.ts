import type { ConversationBlock } from '../conversation.ts'
import { type Form, FULL } from './forms.ts'
import type { SentRound, SentRounds } from './split-rounds.ts'

/** What an operation promises to send, in order. */
export type Piece =
  /** Blocks of the untouched session; `from` tells sessions apart whose calls have the same ids. */
  | {
      readonly kind: 'own'
      readonly name: string
      readonly from: string
      readonly blocks: readonly ConversationBlock[]
      readonly form: Form
    }
  /** An index with a row for each of these rounds, and its ack. */
  | { readonly kind: 'index'; readonly rounds: readonly number[] }
  /** What a merge says at the top, and its ack. */
  | { readonly kind: 'legend' }
  /** What an operation on an outcome says at the top: how often the context was cut, and its ack. */
  | { readonly kind: 'lineage'; readonly times: number }

export interface Source extends SentRounds {
  readonly name: string
}

export function preludeOf({ name, prelude, rest }: Source, form = FULL, formOfRest = form): readonly Piece[] {
  const first: Piece = { kind: 'own', name: 'before the first round', from: name, blocks: prelude, form }
  if (!rest) return [first]
  return [
    first,
    { kind: 'own', name: `the rest of round ${rest.number}`, from: name, blocks: rest.blocks, form: formOfRest },
  ]
}

export function roundPiece({ name }: Source, round: SentRound, form = FULL): Piece {
  return { kind: 'own', name: `round ${round.number} of ${name}`, from: name, blocks: round.blocks, form }
}

/** Without the round that a compaction cut: it is taken like any other. */
export function withoutRest(source: Source): Source {
  return { ...source, rest: undefined }
}

/** The session with some of its rounds as rows: each run of them is one index. */
export function withIndexes(
  source: Source,
  isRow: (round: SentRound, at: number) => boolean,
  restIsRow = false,
): readonly Piece[] {
  const pieces: Piece[] = [...preludeOf(restIsRow ? withoutRest(source) : source)]
  if (restIsRow && source.rest) pieces.push({ kind: 'index', rounds: [source.rest.number] })
  for (const [at, round] of source.rounds.entries()) {
    const last = pieces.at(-1)!
    if (!isRow(round, at)) pieces.push(roundPiece(source, round))
    else if (last.kind !== 'index') pieces.push({ kind: 'index', rounds: [round.number] })
    else pieces[pieces.length - 1] = { kind: 'index', rounds: [...last.rounds, round.number] }
  }
  return pieces
}
