import { clientOf } from '../clients/client-of.ts'
import type { Block } from '../model/block.ts'
import type { ToolAct, ToolOutcome } from '../model/tool-act.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import { type ShownRound, show } from './show.ts'

/** A block with what its tool call does, or how it ended, in words that hold for every client. */
export type ReadBlock = Block & { readonly act?: ToolAct; readonly outcome?: ToolOutcome }

export interface ReadRounds {
  readonly session: string
  readonly rounds: readonly (Omit<ShownRound, 'blocks'> & { readonly blocks: readonly ReadBlock[] })[]
}

/** Rounds for reading, secrets masked. */
export async function readRounds(workspace: Workspace, reference: SessionRef, range: string): Promise<ReadRounds> {
  const session = await sessionOf(workspace, reference)
  const { tools } = clientOf(session)
  const { rounds } = await show(workspace, session, { range, mayBeExact: async () => false })
  const told = (block: Block): ReadBlock => {
    if (block.type === 'tool_use') return { ...block, act: tools.act(block.name, block.content) }
    if (block.type !== 'tool_result') return block
    return { ...block, outcome: tools.outcome(block.content, block.is_error === true) }
  }
  return { session: session.id, rounds: rounds.map((round) => ({ ...round, blocks: round.blocks.map(told) })) }
}
