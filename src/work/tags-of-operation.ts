import type { RoundId } from '../model/id.ts'
import type { TagChange } from '../model/session.ts'
import type { Workspace } from '../record/workspace.ts'

/** Who tags rounds in an operation: its tags can be told from those that somebody gave. */
export function taggedBy({ user }: Workspace, operation: string): string {
  return `${user} (${operation})`
}

/** Takes back the tags that an operation gave, but where somebody tagged a round since. */
export async function takeTagsBack(workspace: Workspace, operation: string): Promise<void> {
  const last = new Map<RoundId, TagChange>()
  for await (const change of workspace.store.listTags()) last.set(change.roundId, change)
  const given = [...last.values()].filter(({ by }) => by.endsWith(` (${operation})`))
  if (given.length === 0) return
  const at = workspace.clock().toISOString()
  await workspace.store.journal(
    given.map(({ roundId, engagement, previous }) => ({
      roundId,
      engagement: previous,
      previous: engagement,
      at,
      by: `${workspace.user} (undo ${operation})`,
    })),
  )
}
