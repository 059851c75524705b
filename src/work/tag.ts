import { Failure } from '../model/errors.ts'
import { isNamed, parseRange, roundsIn } from '../model/range.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'

export interface Tagged {
  readonly session: string
  readonly tagged: readonly number[]
  /** What the rounds carried before, by number. */
  readonly previous: Readonly<Record<string, string | null>>
}

interface TagOptions {
  readonly range: string
  readonly engagement: string | null
  /** Who tags; the user unless given. */
  readonly by?: string
  readonly dryRun?: boolean
}

/** Puts rounds into an engagement, or with null out of any. The journal keeps what they carried before. */
export async function tag(
  workspace: Workspace,
  reference: SessionRef,
  { range, engagement, by = workspace.user, dryRun = false }: TagOptions,
): Promise<Tagged> {
  const session = await sessionOf(workspace, reference)
  if (engagement !== null) checkEngagement(engagement)
  const wanted = new Set(roundsIn(parseRange(range, session.facts.highestRound, session.id)))
  const rows = (await workspace.store.listRounds(session.id)).filter((row) => isNamed(wanted, row) && row.round > 0)
  if (rows.length === 0) {
    throw new Failure(
      'round-not-found',
      `Session ${session.id} has no request in ${/^\d+$/.test(range) ? 'round' : 'the rounds'} ${range}.`,
      {
        facts: { range },
        hint: `Run \`stet rounds ${session.id}\` to see them.`,
      },
    )
  }
  const changed = new Map(rows.filter((row) => row.engagement !== engagement).map((row) => [row.roundId, row]))
  if (changed.size > 0 && !dryRun) {
    const at = workspace.clock().toISOString()
    await workspace.store.journal(
      [...changed.values()].map((row) => ({
        roundId: row.roundId,
        engagement,
        previous: row.engagement,
        at,
        by,
      })),
    )
  }
  return {
    session: session.id,
    tagged: rows.map((row) => row.round),
    previous: Object.fromEntries(rows.map((row) => [row.round, row.engagement])),
  }
}

export function isEngagement(id: string): boolean {
  return /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/.test(id) && id.length <= 100
}

/** Refuses what cannot be the name of an engagement. */
export function checkEngagement(id: string): void {
  if (isEngagement(id)) return
  throw new Failure('engagement-invalid', `${JSON.stringify(id.slice(0, 80))} cannot be the name of an engagement.`, {
    facts: { engagement: id.slice(0, 200) },
    hint: 'Use lower-case words joined by hyphens, such as console-work.',
  })
}
