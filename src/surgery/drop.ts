import type { BlockKind, Droppable } from '../model/block.ts'
import { Failure } from '../model/errors.ts'
import type { Form, Piece, Plan } from '../model/plan.ts'
import { rangeText } from '../model/range.ts'
import { blockIdOf } from './block-id.ts'
import { FULL } from './fidelity.ts'
import { indexOf, piecesOf } from './pieces.ts'
import { planOf } from './plan-of.ts'
import { indexedIn, numberOf, type OwnPart, type Subject, shownRoundsOf } from './subject.ts'

/** Leaves rounds out, each as a row of an index; or blocks of some kinds in them, each as a reference. */
export function drop(subject: Subject, rounds: readonly number[], kinds: readonly Droppable[]): Plan {
  const wanted = new Set(rounds)
  const there = new Set([...shownRoundsOf(subject).map(numberOf), ...indexedIn(subject).map(({ number }) => number)])
  const missing = rounds.filter((round) => !there.has(round))
  if (missing.length > 0 || !shownRoundsOf(subject).some((round) => wanted.has(numberOf(round))))
    throw notThere(subject, missing.length > 0 ? missing : rounds)
  let dropped = 0
  const pieces = piecesOf(subject, (part): readonly Piece[] | undefined => {
    if ((part.kind !== 'round' && part.kind !== 'rest') || !wanted.has(numberOf(part))) return undefined
    const blocks = kinds.length === 0 ? {} : droppedIn(subject, part, kinds)
    const count = Object.keys(blocks).length
    dropped += kinds.length === 0 ? 1 : count
    if (kinds.length === 0) return indexOf([part.ref])
    return [{ kind: 'round', ref: part.ref, fidelity: FULL, ...(count > 0 && { blocks }) }]
  })
  if (dropped === 0) {
    throw new Failure(
      'nothing-to-do',
      `${named(rounds)} ${rounds.length === 1 ? 'holds' : 'hold'} no ${kinds.join(' and no ')} block.`,
      {
        facts: { session: subject.session, rounds: rangeText(rounds) },
        hint: `Run \`stet show ${subject.session} ${rangeText(rounds)}\` to see what they hold.`,
      },
    )
  }
  return planOf('drop', [subject], pieces, { rounds: rangeText(rounds), kinds })
}

function droppedIn({ session }: Subject, part: OwnPart, kinds: readonly Droppable[]): Record<string, Form> {
  const blocks: Record<string, Form> = {}
  const withNotices = kinds.includes('tool_use') ? callsWithNotices(part) : new Set()
  for (const line of part.lines) {
    for (const block of line.blocks) {
      if (block.isNotice || (block.call !== undefined && withNotices.has(block.call))) continue
      const id = blockIdOf(session, line, block)
      if (isDropped(block.kind, kinds)) blocks[id] = block.kind === 'thinking' ? 'ref' : 'omit'
      else if (kinds.includes('image') && block.images > 0) blocks[id] = 'without-images'
    }
  }
  return blocks
}

/** Calls that were cut already, or whose results were: one would take the other's notice along. */
export function callsWithNotices({ lines }: OwnPart): ReadonlySet<string | undefined> {
  return new Set(lines.flatMap((line) => line.blocks.filter((block) => block.isNotice).map((block) => block.call)))
}

/** A call and its result are left out together or not at all: without the call, the result is there for both. */
function isDropped(kind: BlockKind, kinds: readonly Droppable[]): boolean {
  return kinds.some((dropped) => dropped === kind) || (kind === 'tool_result' && kinds.includes('tool_use'))
}

function notThere(subject: Subject, rounds: readonly number[]): Failure {
  const own = shownRoundsOf(subject).map(numberOf)
  const unsent = new Set(subject.unsent().map(numberOf))
  if (rounds.every((round) => unsent.has(round))) {
    const range = rangeText(rounds)
    return new Failure(
      'round-not-found',
      rounds.length === 1
        ? `${named(rounds)} is no longer in the context: it was rewound, or a compaction replaced it.`
        : `${named(rounds)} are no longer in the context: they were rewound, or a compaction replaced them.`,
      {
        facts: { session: subject.session, rounds: range },
        hint: `There is nothing to drop; \`stet split ${subject.session} --to NAME=${range}\` makes a session of what was said there.`,
      },
    )
  }
  return new Failure('round-not-found', `${named(rounds)} ${rounds.length === 1 ? 'is' : 'are'} not in this context.`, {
    facts: { session: subject.session, rounds: rangeText(rounds) },
    hint: `The context has ${own.length === 0 ? 'no rounds' : `the rounds ${rangeText(own)}`}; run \`stet rounds ${subject.session}\` to see them.`,
  })
}

function named(rounds: readonly number[]): string {
  return rounds.length === 1 ? `Round ${rounds[0]}` : `The rounds ${rangeText(rounds)}`
}
