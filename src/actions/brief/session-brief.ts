import type { Brief } from '../../brief/brief.ts'
import { briefOf } from '../../brief/brief-of.ts'
import type { BriefRound } from '../../brief/round.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { briefRounds } from './brief-rounds.ts'
import { entriesOf } from './entries-of.ts'
import { withoutSecrets } from './without-secrets.ts'

/**
 * What a session came to, or those of its rounds that `wanted` takes, always from the originals. Secrets are masked before
 * anything is cut: a value that was cut is known for a secret no more.
 */
export async function briefSession(
  workspace: Workspace,
  session: Session,
  wanted?: (round: number) => boolean,
): Promise<Brief & { readonly rounds: readonly BriefRound[] }> {
  const { rounds: recorded, chars, last } = await briefRounds(workspace, session, wanted)
  const rounds = await Promise.all(recorded.map(withoutSecrets))
  const entries = await entriesOf(workspace, session, wanted ? undefined : rounds)
  return { ...briefOf(rounds, entries, { chars, last }), rounds }
}
