import type { RoundId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import type { Follower } from '../record/capture/follower.ts'
import type { Workspace } from '../record/workspace.ts'
import { activeOnce, type FoundEngagement } from './find-engagement-files.ts'
import { checkEngagement } from './tag.ts'

interface AutoTagged {
  readonly engagement: string | null
  /** Why nothing was tagged though there are engagements. */
  readonly warning: string | null
}

const NOTHING: AutoTagged = { engagement: null, warning: null }

interface AutoTagOptions {
  /** The engagement that was asked for. */
  readonly named?: string | undefined
  /** Whether nothing of the session was recorded before. */
  readonly isNew: boolean
  readonly activeIn: (folder: string) => readonly FoundEngagement[]
}

/** Puts the new rounds of each session into the engagement that its folder is at. */
export const tagNewRounds: Follower = (workspace, { engagement: named }) => {
  if (named !== undefined) checkEngagement(named)
  const activeIn = activeOnce()
  const engagements = new Set<string | null>()
  return {
    async grown(session, { isNew }) {
      const { engagement, warning } = await autoTag(workspace, session, { named, isNew, activeIn })
      engagements.add(engagement)
      return warning === null ? [] : [warning]
    },
    finished: () =>
      named === undefined || engagements.size === 0 || engagements.has(named)
        ? []
        : [`The engagement ${named} is active nowhere that these sessions work; no round is in it.`],
  }
}

/**
 * Puts a session's rounds into the engagement that its folder is at: those that began since the engagement did and that
 * nobody ever tagged or untagged; of a new session all of them, where the engagement was asked for. With several
 * engagements at once, the one that is named is taken, or none.
 */
async function autoTag(
  workspace: Workspace,
  session: Session,
  { named, isNew, activeIn }: AutoTagOptions,
): Promise<AutoTagged> {
  const { cwd } = session.facts
  if (cwd === null) return NOTHING
  const active = activeIn(cwd)
  const engagement = active.find(({ id }) => id === named) ?? (active.length === 1 ? active[0] : undefined)
  if (!engagement) return active.length === 0 ? NOTHING : { ...NOTHING, warning: several(cwd, active) }
  const untagged = (await workspace.store.listRounds(session.id)).filter((row) => row.round > 0 && !row.engagement)
  const takesAll = engagement.started === null || (isNew && engagement.id === named)
  const rows = takesAll ? untagged : untagged.filter(({ started }) => (started ?? '') >= engagement.started!)
  const warning = isNew && rows.length < untagged.length ? tooEarly(engagement.id) : null
  if (rows.length === 0) return { engagement: engagement.id, warning }
  const known = new Set<RoundId>()
  for await (const { roundId } of workspace.store.listTags()) known.add(roundId)
  const fresh = [...new Set(rows.map(({ roundId }) => roundId as RoundId))].filter((roundId) => !known.has(roundId))
  const at = workspace.clock().toISOString()
  const by = `${(workspace.owner ?? workspace).user} (engagement.md)`
  await workspace.store.journal(
    fresh.map((roundId) => ({ roundId, engagement: engagement.id, previous: null, at, by })),
  )
  return { engagement: engagement.id, warning }
}

function tooEarly(id: string): string {
  return `Rounds that began before ${id} did are not put into it by themselves; \`stet tag SESSION RANGE ${id}\` does.`
}

function several(cwd: string, active: readonly FoundEngagement[]): string {
  const ids = active.map(({ id }) => id)
  return `Several engagements are active in ${cwd}: ${ids.join(', ')}; its new rounds are in none. Tag them with \`stet tag SESSION RANGE ${ids[0]}\`, or name one with \`stet inscribe --engagement\`.`
}
