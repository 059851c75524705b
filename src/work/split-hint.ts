import type { Session } from '../model/session.ts'
import type { Workspace } from '../record/workspace.ts'
import { suggestEngagements } from './suggest-engagements.ts'

/** A session of fewer rounds needs no splitting. */
const LEAST_ROUNDS = 12
/** A workstream with less of a session's rounds is a digression. */
const LEAST_SHARE = 0.25

export interface SplitHint {
  /** What the workstreams seem to be called. */
  readonly workstreams: readonly string[]
  readonly command: string
  readonly why: string
}

/** That a session nobody has tagged seems to hold several workstreams worth splitting; null where it does not. */
export async function splitHint(workspace: Workspace, session: Session): Promise<SplitHint | null> {
  if (session.facts.rounds < LEAST_ROUNDS || (await workspace.store.listEngagements(session.id)).length > 0) return null
  const { engagements } = await suggestEngagements(workspace, { session })
  const large = engagements.filter(({ rounds }) => rounds >= session.facts.rounds * LEAST_SHARE)
  if (large.length < 2) return null
  const parts = large.map(({ engagement, rounds }) => `${engagement} (${rounds} rounds)`)
  return {
    workstreams: large.map(({ engagement }) => engagement),
    command: `stet tag suggest --session ${session.id}`,
    why: `it seems to hold ${parts.join(' and ')}; tagged, stet split ${session.id} makes a session of each`,
  }
}
