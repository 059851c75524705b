import { deedsOf } from '../../brief/facts/deeds.ts'
import type { PlanFact } from '../../brief/facts/facts.ts'
import { planOf } from '../../brief/facts/plan-of.ts'
import type { Line } from '../../brief/render/line.ts'
import { isUnwritten } from '../../brief/render/shown.ts'
import type { BriefRound } from '../../brief/round.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { eachBriefRound } from './brief-rounds.ts'
import { entriesOf } from './entries-of.ts'
import { originalRounds } from './original-rounds.ts'
import { withoutSecrets } from './without-secrets.ts'

/** What somebody wrote that is open or comes next, and what is left of the agent's own list; null where neither is there. */
export async function openThreads(
  workspace: Workspace,
  session: Session,
): Promise<readonly Pick<Line, 'text' | 'round'>[] | null> {
  const entries = await entriesOf(workspace, session)
  const listed = (await listOf(workspace, session)).filter(({ status }) => status === 'open' || status === 'active')
  if (isUnwritten({ entries }) && listed.length === 0) return null
  const written = entries.current.filter(({ kind }) => kind === 'open' || kind === 'next')
  return [...written.map(({ text, rounds }) => ({ text, round: rounds.at(-1) ?? 0 })), ...listed]
}

/** The agent's own list as it was last. Of each round no more is held than what it says of that. */
async function listOf(workspace: Workspace, session: Session): Promise<readonly PlanFact[]> {
  const rounds: BriefRound[] = []
  for await (const { round } of eachBriefRound(workspace, await originalRounds(workspace, session))) {
    const events = round.events.filter((event) => event.kind === 'did' && event.act.plan !== undefined)
    if (events.length > 0) rounds.push(await withoutSecrets({ ...round, events }))
  }
  return planOf(deedsOf(rounds))
}
