import type { Block, BlockKind } from '../model/block.ts'
import { Failure } from '../model/errors.ts'
import type { Fidelity } from '../model/plan.ts'
import { isNamed, parseRange, roundsIn } from '../model/range.ts'
import type { RoundRow, Session } from '../model/session.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import { createRoundReader } from '../record/reading/round-blocks.ts'
import type { Workspace } from '../record/workspace.ts'
import { passedBlocks } from '../redaction/passed-blocks.ts'
import { FULL } from '../surgery/fidelity.ts'
import { blocksAs } from './blocks-as.ts'

export interface ShownRound {
  readonly round: number
  readonly active: boolean
  readonly cut_by_compaction: boolean
  readonly started: string | null
  readonly blocks: readonly Block[]
}

interface Shown {
  readonly session: string
  readonly rounds: readonly ShownRound[]
}

interface ShowOptions {
  /** `3-9,12`; every round when absent. */
  readonly range?: string | undefined
  /** Only blocks of these kinds. */
  readonly kinds?: readonly BlockKind[] | undefined
  readonly fidelity?: Fidelity | undefined
  /** As it was recorded, which it is by itself. If not, secrets are masked before anything is cut: a part of one is none. */
  readonly isExact?: boolean
}

/** Rounds with their blocks, read from the recorded bytes. Never writes. */
export async function show(workspace: Workspace, reference: SessionRef, options: ShowOptions = {}): Promise<Shown> {
  const session = await sessionOf(workspace, reference)
  const rounds: ShownRound[] = []
  for await (const round of showRounds(workspace, session, options)) rounds.push(round)
  return { session: session.id, rounds }
}

/** The same one round after the other, so that memory holds one. */
export async function* showRounds(
  workspace: Workspace,
  session: Session,
  { range, kinds, fidelity = FULL, isExact = true }: ShowOptions = {},
): AsyncIterable<ShownRound> {
  const read = createRoundReader(workspace, session)
  for (const row of await selectRounds(workspace, session, range)) {
    const blocks = blocksAs(await passedBlocks(await read.blocks(row), isExact), fidelity, row.round)
    yield {
      round: row.round,
      active: row.active,
      cut_by_compaction: row.isCut === true,
      started: row.started,
      blocks: kinds ? blocks.filter((block) => kinds.includes(block.type)) : blocks,
    }
  }
}

/** The recorded lines of these rounds, byte for byte. */
export async function* rawRounds(
  workspace: Workspace,
  reference: SessionRef,
  range: string | undefined,
): AsyncIterable<Buffer> {
  const session = await sessionOf(workspace, reference)
  const read = createRoundReader(workspace, session)
  for (const row of await selectRounds(workspace, session, range)) yield* await read.stretches(row.round)
}

async function selectRounds(
  { store }: Workspace,
  session: Session,
  range: string | undefined,
): Promise<readonly RoundRow[]> {
  const rows = await store.listRounds(session.id)
  if (range === undefined) return rows.filter((row) => row.round > 0)
  const wanted = new Set(roundsIn(parseRange(range, session.facts.highestRound, session.id, lowestIn(rows))))
  const found = rows.filter((row) => isNamed(wanted, row))
  if (found.length > 0) return found
  throw new Failure('round-not-found', `Session ${session.id} has no request in the rounds ${range}.`, {
    facts: { session: session.id, range },
    hint: `Run \`stet rounds ${session.id}\` to see them.`,
  })
}

const ZERO = new Set([0])

/** Round 0 is what came before the first message: it can be named where there is something. */
export function lowestIn(rows: readonly RoundRow[]): 0 | 1 {
  return rows.some((row) => isNamed(ZERO, row)) ? 0 : 1
}
