import type { Parsed, Spawn } from '../../clients/parser.ts'
import type { SessionId } from '../../model/id.ts'
import type { LineageLink } from '../../model/session.ts'

/** What lines say of other sessions: those that were started from here, and the one this goes on from. */
export function linksIn(parsed: Parsed, session: SessionId, at: string): readonly LineageLink[] {
  const spawned = ownSpawns(parsed).map(
    ({ agentId, toolUseId, round }): LineageLink => ({
      child: `agent-${agentId}` as SessionId,
      parent: session,
      kind: 'spawn',
      at,
      detail: { round, tool_use_id: toolUseId },
    }),
  )
  const { base } = parsed
  if (!base) return spawned
  return [...spawned, { child: session, parent: base.session, kind: 'fork', at, detail: { bytes: base.bytes } }]
}

/** Subagents that rounds started here; those of rounds that surgery brought along belong to where they came from. */
function ownSpawns({ spawns, facts }: Parsed): readonly Spawn[] {
  const brought = new Set(facts.surgery?.rounds)
  return spawns.filter((spawn) => !brought.has(spawn.round))
}
