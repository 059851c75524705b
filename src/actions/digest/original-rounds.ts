import type { Block } from '../../model/block.ts'
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
}

/** The rounds that `wanted` takes, each with its blocks. */
export async function* readOriginals(
  workspace: Workspace,
  rounds: readonly OriginalRound[],
  wanted: (round: number) => boolean,
): AsyncIterable<OriginalRound & { readonly blocks: readonly Block[] }> {
  const readers = new Map<string, ReturnType<typeof createRoundReader>>()
  for (const one of rounds) {
    if (!wanted(one.round)) continue
    const reader = readers.get(one.session.id) ?? createRoundReader(workspace, one.session)
    readers.set(one.session.id, reader)
    yield { ...one, blocks: await reader.blocks(one.row) }
  }
}

/**
 * All rounds that a session tells of, each where it is recorded whole: what an operation left as a row of an index, cut or
 * handed over in a prompt is read from the session that it was cut from.
 */
export async function originalRounds(workspace: Workspace, session: Session): Promise<readonly OriginalRound[]> {
  const { store } = workspace
  const own = await store.listRounds(session.id)
  const found = new Map<number, OriginalRound>(own.map((row) => [row.round, { session, row, round: row.round }]))
  for (const { session: id, from, to, as } of await provenOrigins(workspace, session, own)) {
    const origin = await store.findSession(id as Session['id'])
    if (!origin) continue
    found.delete(promptOf(session))
    for (const row of await store.listRounds(origin.id)) {
      if (row.round < from || row.round > to || row.round === promptOf(origin)) continue
      const round = as + row.round - from
      if ((found.get(round)?.row.tokenCount ?? -1) < row.tokenCount) found.set(round, { session: origin, row, round })
    }
  }
  return [...found.values()].sort((a, b) => a.round - b.round)
}

/** The round that a rollover begins with holds its prompt, which tells of rounds that are read themselves. */
function promptOf({ facts: { surgery } }: Session): number {
  return surgery?.kind === 'rollover' ? surgery.highest + 1 : -1
}
