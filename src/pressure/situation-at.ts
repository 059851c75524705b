import type { Session } from '../model/session.ts'
import type { Workspace } from '../record/workspace.ts'
import type { Situation } from './advise.ts'
import { fillLevel } from './fill-level.ts'
import { fillOfSession } from './fill-of-session.ts'
import { limitsOf } from './limits-of.ts'
import { situationOf } from './situation-of.ts'

/** What advice is given on where only the size of a context counts: no other sign is looked for. */
export async function situationAt(
  workspace: Workspace,
  session: Session,
  { tokens, trimFrees }: { readonly tokens: number; readonly trimFrees: number | null },
): Promise<Situation> {
  const settings = (await workspace.settings?.()) ?? {}
  const limits = limitsOf(settings)
  const fill = fillOfSession(workspace, session, tokens, settings)
  const level = fillLevel(fill.percent, limits)
  return situationOf(workspace, session, { fill, level, sign: null, limits, trimFrees, open: null })
}
