import type { Block } from '../../model/block.ts'
import { NUMBERED_SINCE } from '../../model/parser-version.ts'
import type { RoundRow, Session } from '../../model/session.ts'
import { createRoundReader } from '../read/round-blocks.ts'
import { provenOrigins } from '../surgery/proven-origins.ts'
import type { Workspace } from '../workspace.ts'

/** A round of a session, and the session that it is read from. */
export interface OriginalRound {
  readonly session: Session
  readonly row: RoundRow
  /** Its number in the session that was asked about. */
  readonly round: number
  /** Rounds there that were a part of it when the session that was asked about was written. */
  readonly inner?: readonly number[]
}

/** A number that was given before a round was found to be one stands for it too. */
function numberThen({ round, row }: OriginalRound): number {
  return row.within !== undefined && row.within > 0 ? row.within + round - row.round : round
}

/** The rounds that `wanted` takes, each with its blocks. */
export async function* readOriginals(
  workspace: Workspace,
  rounds: readonly OriginalRound[],
  wanted: (round: number) => boolean,
): AsyncIterable<OriginalRound & { readonly blocks: readonly Block[] }> {
  const readers = new Map<string, ReturnType<typeof createRoundReader>>()
  for (const one of rounds) {
    if (!wanted(numberThen(one))) continue
    const reader = readers.get(one.session.id) ?? createRoundReader(workspace, one.session)
    readers.set(one.session.id, reader)
    yield { ...one, blocks: await reader.blocks(one.row, one.inner) }
  }
}

/**
 * All rounds that a session tells of, each where it is recorded whole: what an operation left as a row of an index, cut or
 * handed over in a prompt is read from the session that it was cut from.
 */
export async function originalRounds(workspace: Workspace, session: Session): Promise<readonly OriginalRound[]> {
  const { store } = workspace
  const own = await store.listRounds(session.id)
  const isOld = (session.facts.surgery?.parser ?? NUMBERED_SINCE) < NUMBERED_SINCE
  const found = new Map<number, OriginalRound>(own.map((row) => [row.round, { session, row, round: row.round }]))
  for (const { session: id, from, to, as } of await provenOrigins(workspace, session, own)) {
    const origin = await store.findSession(id as Session['id'])
    if (!origin) continue
    found.delete(promptOf(session))
    const rows = await store.listRounds(origin.id)
    for (const row of rows) {
      if (row.round < from || row.round > to || row.round === promptOf(origin)) continue
      const round = as + row.round - from
      const inner = isOld ? rows.filter(({ within }) => within === row.round).map((one) => one.round) : []
      if ((found.get(round)?.row.tokenCount ?? -1) < row.tokenCount)
        found.set(round, { session: origin, row, round, ...(inner.length > 0 && { inner }) })
    }
  }
  return [...found.values()].sort((a, b) => numberThen(a) - numberThen(b) || a.round - b.round)
}

/** The round that a rollover begins with holds its prompt, which tells of rounds that are read themselves. */
function promptOf({ facts: { surgery } }: Session): number {
  return surgery?.kind === 'rollover' ? surgery.highest + 1 : -1
}
