import type { Block, BlockKind } from '../model/block.ts'
import { Failure } from '../model/errors.ts'
import type { Fidelity } from '../model/plan.ts'
import { isNamed, parseRange, roundsIn } from '../model/range.ts'
import type { RoundRow, Session } from '../model/session.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import { createRoundReader } from '../record/reading/round-blocks.ts'
import { type RecordedRound, roundsElsewhere } from '../record/reading/rounds-elsewhere.ts'
import type { Workspace } from '../record/workspace.ts'
import { passedBlocks } from '../redaction/passed-blocks.ts'
import { FULL } from '../surgery/fidelity.ts'
import { blocksAs } from './blocks-as.ts'

export interface ShownRound {
  readonly round: number
  readonly active: boolean
  /** Whether the session has only a row of an index for it. */
  readonly indexed: boolean
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
  /** Of which sessions rounds are given as they were recorded; of all unless given. Else secrets are masked before anything is cut. */
  readonly mayBeExact?: (session: Session) => Promise<boolean>
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
  { range, kinds, fidelity = FULL, mayBeExact }: ShowOptions = {},
): AsyncIterable<ShownRound> {
  const read = createRoundReader(workspace, session)
  const isExact = (await mayBeExact?.(session)) ?? true
  for (const { session: from, row, number, isIndexed } of await selectRounds(workspace, session, range)) {
    const isElsewhere = from !== session
    const reader = isElsewhere ? createRoundReader(workspace, from) : read
    const exact = isElsewhere ? ((await mayBeExact?.(from)) ?? true) : isExact
    const blocks = blocksAs(await passedBlocks(await reader.blocks(row), exact), fidelity, number)
    yield {
      round: number,
      active: row.active && !isElsewhere,
      indexed: isIndexed,
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
  for (const { session: from, row } of await selectRounds(workspace, session, range))
    yield* await (from === session ? read : createRoundReader(workspace, from)).stretches(row.round)
}

/** Rounds that the session holds, and those that are named and of which it has a row of an index. */
async function selectRounds(
  workspace: Workspace,
  session: Session,
  range: string | undefined,
): Promise<readonly RecordedRound[]> {
  const rows = await workspace.store.listRounds(session.id)
  const own = (row: RoundRow): RecordedRound => ({ number: row.round, isIndexed: false, session, row })
  if (range === undefined) return rows.filter((row) => row.round > 0).map(own)
  const wanted = new Set(roundsIn(parseRange(range, session.facts.highestRound, session.id, lowestIn(rows))))
  const others = (await roundsElsewhere(workspace, session, rows)).filter(({ number }) => wanted.has(number))
  const found = [...rows.filter((row) => isNamed(wanted, row)).map(own), ...others]
  if (found.length > 0) return found.sort((a, b) => a.number - b.number)
  throw new Failure('round-not-found', `Session ${session.id} has no request in ${roundsNamed(range)}.`, {
    facts: { session: session.id, range },
    hint: `Run \`stet rounds ${session.id}\` to see them.`,
  })
}

/** `round 3`, `the rounds 3-9`. */
export function roundsNamed(range: string): string {
  return /^\s*\d+\s*$/.test(range) ? `round ${range.trim()}` : `the rounds ${range}`
}

const ZERO = new Set([0])

/** Round 0 is what came before the first message: it can be named where there is something. */
export function lowestIn(rows: readonly RoundRow[]): 0 | 1 {
  return rows.some((row) => isNamed(ZERO, row)) ? 0 : 1
}
