import type { Piece, RoundRef } from '../model/plan.ts'
import { FULL } from './fidelity.ts'
import type { RestOfRound, Subject, SubjectPart, SubjectRound } from './subject.ts'

/** The pieces of a session as it is, where `change` gives others for some of its parts. */
export function piecesOf(
  subject: Subject,
  change: (part: SubjectPart) => readonly Piece[] | undefined = () => undefined,
): readonly Piece[] {
  return joinIndexes(subject.parts.flatMap((part) => change(part) ?? ownPieces(part)))
}

export function fullRound({ ref }: SubjectRound | RestOfRound): Piece {
  return { kind: 'round', ref, fidelity: FULL }
}

export function indexOf(refs: readonly RoundRef[]): readonly Piece[] {
  return refs.length === 0 ? [] : [{ kind: 'index', refs, ack: true }]
}

/** Indexes that are side by side become one: a run of rounds has one table. */
export function joinIndexes(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = []
  let run: RoundRef[] = [] // of the index that is last
  for (const piece of pieces) {
    if (piece.kind === 'index' && joined.at(-1)?.kind === 'index') {
      for (const ref of piece.refs) run.push(ref)
    } else if (piece.kind === 'index') {
      run = [...piece.refs]
      joined.push({ ...piece, refs: run })
    } else joined.push(piece)
  }
  return joined
}

function ownPieces(part: SubjectPart): readonly Piece[] {
  switch (part.kind) {
    case 'round':
    case 'rest':
      return [fullRound(part)]
    case 'index':
      return indexOf(part.rounds.map((round) => round.ref))
    case 'text':
      return [{ kind: 'text', text: part.text, origin: part.origin, ack: true }]
    case 'other':
      return [] // is kept without being asked for
  }
}
