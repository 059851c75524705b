import type { RoundId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { activeEngagements, type FoundEngagement } from './find-engagement-files.ts'

export interface AutoTagged {
  readonly engagement: string | null
  readonly tagged: number
  /** Why nothing was tagged though there are engagements. */
  readonly warning: string | null
}

const NOTHING: AutoTagged = { engagement: null, tagged: 0, warning: null }

/**
 * Puts a session's rounds into the engagement that its folder is at: those that began since the engagement did and that
 * nobody ever tagged or untagged. With several engagements at once, the one that is named is taken, or none.
 */
export async function autoTag(
  workspace: Workspace,
  session: Session,
  named?: string,
  activeIn: (folder: string) => readonly FoundEngagement[] = activeEngagements,
): Promise<AutoTagged> {
  const { cwd } = session.facts
  if (cwd === null) return NOTHING
  const active = activeIn(cwd)
  const engagement = active.length > 1 ? active.find(({ id }) => id === named) : active[0]
  if (!engagement) return active.length === 0 ? NOTHING : { ...NOTHING, warning: several(cwd, active) }
  const rows = (await workspace.store.listRounds(session.id)).filter(
    ({ round, engagement: known, started }) =>
      round > 0 && known === null && (engagement.started === null || (started ?? '') >= engagement.started),
  )
  if (rows.length === 0) return { ...NOTHING, engagement: engagement.id }
  const known = new Set<RoundId>()
  for await (const { roundId } of workspace.store.listTags()) known.add(roundId)
  const fresh = [...new Map(rows.filter(({ roundId }) => !known.has(roundId)).map((row) => [row.roundId, row])).keys()]
  const at = workspace.clock().toISOString()
  const by = `${workspace.user} (engagement.md)`
  await workspace.store.journal(
    fresh.map((roundId) => ({ roundId, engagement: engagement.id, previous: null, at, by })),
  )
  return { engagement: engagement.id, tagged: fresh.length, warning: null }
}

function several(cwd: string, active: readonly FoundEngagement[]): string {
  const ids = active.map(({ id }) => id)
  return `Several engagements are active in ${cwd}: ${ids.join(', ')}; its new rounds are in none. Tag them with \`stet tag SESSION RANGE ${ids[0]}\`, or name one with \`stet inscribe --engagement\`.`
}
