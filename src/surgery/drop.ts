import type { BlockKind, Droppable } from '../model/block.ts'
import { Failure } from '../model/errors.ts'
import type { Form, Piece, Plan } from '../model/plan.ts'
import { rangeText } from '../model/range.ts'
import { blockIdOf } from './block-id.ts'
import { FULL } from './fidelity.ts'
import { indexOf, piecesOf } from './pieces.ts'
import { planOf } from './plan-of.ts'
import { roundsOf, type Subject, type SubjectRound } from './subject.ts'

/** Leaves rounds out, each standing as a row of an index; or blocks of some kinds in them, each as a reference. */
export function drop(subject: Subject, rounds: readonly number[], kinds: readonly Droppable[]): Plan {
  const wanted = new Set(rounds)
  const there = roundsOf(subject).filter((round) => wanted.has(round.ref.round))
  if (there.length === 0) throw notThere(subject, rounds)
  let dropped = 0
  const pieces = piecesOf(subject, (part): readonly Piece[] | undefined => {
    if (part.kind !== 'round' || !wanted.has(part.ref.round)) return undefined
    dropped++
    return kinds.length === 0 ? indexOf([part.ref]) : [withoutKinds(part, kinds)]
  })
  const isEmpty = kinds.length > 0 && pieces.every((piece) => piece.kind !== 'round' || !piece.blocks)
  if (dropped === 0 || isEmpty) {
    throw new Failure('nothing-to-do', `The rounds ${rangeText(rounds)} hold no ${kinds.join(' and no ')} block.`, {
      facts: { session: subject.session, rounds: rangeText(rounds) },
      hint: `Run \`stet show ${subject.session} ${rangeText(rounds)}\` to see what they hold.`,
    })
  }
  return planOf('drop', [subject], pieces, { rounds: rangeText(rounds), kinds })
}

function withoutKinds(part: SubjectRound, kinds: readonly Droppable[]): Piece {
  const blocks: Record<string, Form> = {}
  const standing = kinds.includes('tool_use') ? callsWithNotices(part) : new Set()
  for (const line of part.lines) {
    for (const block of line.blocks) {
      if (block.isNotice || (block.call !== undefined && standing.has(block.call))) continue
      const id = blockIdOf(part.ref.session, line, block)
      if (isDropped(block.kind, kinds)) blocks[id] = block.kind === 'thinking' ? 'ref' : 'omit'
      else if (kinds.includes('image') && block.images > 0) blocks[id] = 'without-images'
    }
  }
  return { kind: 'round', ref: part.ref, fidelity: FULL, ...(Object.keys(blocks).length > 0 && { blocks }) }
}

/** Calls that were cut already, or whose results were: one would take the other's notice along. */
function callsWithNotices({ lines }: SubjectRound): ReadonlySet<string | undefined> {
  return new Set(lines.flatMap((line) => line.blocks.filter((block) => block.isNotice).map((block) => block.call)))
}

/** A call and its result are left out together or not at all: without the call, the result stands for both. */
function isDropped(kind: BlockKind, kinds: readonly Droppable[]): boolean {
  return kinds.some((dropped) => dropped === kind) || (kind === 'tool_result' && kinds.includes('tool_use'))
}

function notThere(subject: Subject, rounds: readonly number[]): Failure {
  const own = roundsOf(subject).map((round) => round.ref.round)
  return new Failure('round-not-found', `The rounds ${rangeText(rounds)} are not in this context.`, {
    facts: { session: subject.session, rounds: rangeText(rounds) },
    hint: own.length === 0 ? 'It holds no round.' : `It holds the rounds ${rangeText(own)}.`,
  })
}
