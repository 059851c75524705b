import type { Session } from '../../model/session.ts'
import { certainFacts, type Fact } from '../../pressure/certain-facts.ts'
import { seenRounds } from '../pressure/seen-rounds.ts'
import type { Workspace } from '../workspace.ts'

/**
 * What a context must not lose. Compactions are told it and handoffs are made of it; whatever finds more than tool calls
 * and the user's own words show for certain goes in here.
 */
export async function factsOf(workspace: Workspace, session: Session): Promise<readonly Fact[]> {
  return certainFacts(await seenRounds(workspace, session))
}
