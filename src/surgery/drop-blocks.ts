import { DROPPABLE } from '../model/block.ts'
import type { EntryBlock } from '../model/entry.ts'
import { Failure } from '../model/errors.ts'
import type { Form, Piece, Plan } from '../model/plan.ts'
import { blockIdOf } from './block-id.ts'
import { callsWithNotices } from './drop.ts'
import { FULL } from './fidelity.ts'
import { piecesOf } from './pieces.ts'
import { planOf } from './plan-of.ts'
import { type OwnPart, type Subject, shownRoundsOf } from './subject.ts'

/** A block that is named: `47:3`, or `40e785a0:47:3` as `show` prints it. */
const NAMED = /^(?:([^:,]+):)?0*(\d{1,9}):0*(\d{1,9})$/

/** Whether a text names blocks, not rounds. */
export function namesBlocks(text: string): boolean {
  return text.includes(':')
}

/** Leaves single blocks out, each as a reference; a call takes its result along, and stays where that was cut already. */
export function dropBlocks(subject: Subject, text: string): Plan {
  const named = text.split(',').map((part) => idOf(subject, part.trim()))
  const wanted = new Set(named)
  const known = new Map<string, EntryBlock>()
  for (const part of shownRoundsOf(subject)) for (const [id, block] of blocksIn(subject, part)) known.set(id, block)
  for (const id of named) checkBlock(subject, id, known.get(id))
  const calls = new Set(named.flatMap((id) => (known.get(id)?.kind === 'tool_use' ? (known.get(id)!.call ?? []) : [])))
  let dropped = 0
  const pieces = piecesOf(subject, (part): readonly Piece[] | undefined => {
    if (part.kind !== 'round' && part.kind !== 'rest') return undefined
    const blocks: Record<string, Form> = {}
    const withNotices = callsWithNotices(part)
    for (const [id, { kind, call, isNotice }] of blocksIn(subject, part)) {
      const isOfCall = call !== undefined && calls.has(call)
      if (isNotice || (isOfCall && withNotices.has(call))) continue
      if (wanted.has(id) || isOfCall) blocks[id] = kind === 'thinking' ? 'ref' : 'omit'
    }
    const count = Object.keys(blocks).length
    dropped += count
    return count === 0 ? undefined : [{ kind: 'round', ref: part.ref, fidelity: FULL, blocks }]
  })
  if (dropped === 0) {
    throw new Failure('nothing-to-do', 'These blocks are already replaced by references.', {
      facts: { session: subject.session, blocks: text.slice(0, 200) },
      hint: `Run \`stet show ${subject.session}\` to see what there is.`,
    })
  }
  return planOf('drop', [subject], pieces, { blocks: named })
}

function* blocksIn({ session }: Subject, { lines }: OwnPart): Generator<[id: string, block: EntryBlock]> {
  for (const line of lines) for (const block of line.blocks) yield [blockIdOf(session, line, block), block]
}

function idOf({ session }: Subject, text: string): string {
  const [, of, round, ordinal] = NAMED.exec(text) ?? []
  if (round !== undefined && (of === undefined || session.startsWith(of))) return `${session}:${round}:${ordinal}`
  throw new Failure('range-invalid', `${JSON.stringify(text.slice(0, 80))} is not a block of session ${session}.`, {
    facts: { block: text.slice(0, 200) },
    hint: 'Write a block as 47:3, several as 47:3,48:1, as stet show prints them.',
  })
}

function checkBlock({ session }: Subject, id: string, block: EntryBlock | undefined): void {
  const name = id.slice(session.length + 1)
  if (!block) {
    throw new Failure('round-not-found', `There is no block ${name} in this context.`, {
      facts: { session, block: name },
      hint: `Run \`stet show ${session} ${name.split(':')[0]}\` to see the blocks of the round.`,
    })
  }
  if (DROPPABLE.some((kind) => kind === block.kind)) return
  throw new Failure('usage', `Block ${name} is a ${block.kind}; it cannot be left out of a round.`, {
    facts: { session, block: name, kind: block.kind },
    hint: `Blocks that can be left out: ${DROPPABLE.join(', ')}; what people and the agent said always stays.`,
  })
}
