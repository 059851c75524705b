import { clientOf } from '../clients/client-of.ts'
import { linesOf } from '../clients/lines.ts'
import type { Block } from '../model/block.ts'
import type { RoundRow, Session } from '../model/session.ts'
import { createSpanReader } from './session-bytes.ts'
import type { Workspace } from './workspace.ts'

/** The recorded lines of one round, byte for byte, a buffer for each unbroken stretch of the file. */
export async function roundStretches(
  { store }: Workspace,
  session: Session,
  round: number,
): Promise<readonly Buffer[]> {
  const read = createSpanReader(store, session)
  const stretches: Buffer[] = []
  for (const span of await store.listSpans(session.id, round)) stretches.push(await read(span.start, span.end))
  return stretches
}

/** The blocks of one round in original order. */
export async function roundBlocks(
  workspace: Workspace,
  session: Session,
  row: Pick<RoundRow, 'round' | 'engagement'>,
): Promise<readonly Block[]> {
  const client = clientOf(session)
  const blocks: Block[] = []
  for (const stretch of await roundStretches(workspace, session, row.round)) {
    for (const line of linesOf(stretch)) {
      for (const draft of client.reader.blocks(line)) {
        blocks.push({
          block_id: `${session.id}:${row.round}:${blocks.length}`,
          session_id: session.id,
          round_seq: row.round,
          ...draft,
          ...(row.engagement !== null && { engagement_id: row.engagement }),
        })
      }
    }
  }
  return blocks
}
