import type { Line } from '../../brief/render/line.ts'
import { isUnwritten } from '../../brief/render/shown.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { briefSession } from './session-brief.ts'

/** What somebody wrote that is open or comes next, and what is left of the agent's own list; null where neither is there. */
export async function openThreads(
  workspace: Workspace,
  session: Session,
): Promise<readonly Pick<Line, 'text' | 'round'>[] | null> {
  const brief = await briefSession(workspace, session)
  const listed = brief.facts.plan.filter(({ status }) => status === 'open' || status === 'active')
  if (isUnwritten(brief) && listed.length === 0) return null
  const written = brief.entries.current.filter(({ kind }) => kind === 'open' || kind === 'next')
  return [...written.map(({ text, rounds }) => ({ text, round: rounds.at(-1) ?? 0 })), ...listed]
}
