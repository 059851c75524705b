import type { Tools } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import type { Block } from '../model/block.ts'
import { ownBlocks } from '../model/own-blocks.ts'
import type { Session } from '../model/session.ts'
import type { SeenCall, SeenRound } from '../pressure/seen-round.ts'
import { createRoundReader } from '../record/reading/round-blocks.ts'
import type { Workspace } from '../record/workspace.ts'

/** More rounds than this are not looked at, from the end; the first always is, for it has the task. */
const MOST_ROUNDS = 200

/** The rounds a session's client would resume, as far as pressure looks at them. */
export async function seenRounds(workspace: Workspace, session: Session): Promise<readonly SeenRound[]> {
  const { tools } = clientOf(session)
  const rows = (await workspace.store.listRounds(session.id)).filter(({ round, active }) => round > 0 && active)
  const looked = rows.length > MOST_ROUNDS ? [rows[0]!, ...rows.slice(1 - MOST_ROUNDS)] : rows
  const rounds: SeenRound[] = []
  const read = createRoundReader(workspace, session)
  for (const row of looked) rounds.push(toSeen(row.round, await read.blocks(row), tools))
  return rounds
}

function toSeen(round: number, blocks: readonly Block[], tools: Tools): SeenRound {
  const own = ownBlocks(blocks)
  const results = new Map(own.map((block) => [block.type === 'tool_result' ? block.tool_use_id : undefined, block]))
  const texts = (type: Block['type']) =>
    own.flatMap(({ type: is, content }) =>
      is === type && typeof content === 'string' && content !== '' ? [content] : [],
    )
  return {
    round,
    asked: texts('user-text').join('\n'),
    said: texts('assistant-text'),
    calls: own
      .filter(({ type }) => type === 'tool_use')
      .map((call): SeenCall => {
        const result = call.tool_use_id === undefined ? undefined : results.get(call.tool_use_id)
        return {
          act: tools.act(call.name, call.content),
          outcome: result && tools.outcome(result.content, result.is_error ?? false),
        }
      }),
  }
}
