import type { DigestRound } from '../../digest/round.ts'
import type { Session } from '../../model/session.ts'
import { provenOrigins } from '../surgery/proven-origins.ts'
import type { Workspace } from '../workspace.ts'
import { digestRounds } from './digest-rounds.ts'

/**
 * The rounds of a session and those from before that its file does not hold any more: rows of an index, or what a
 * rollover left. They are read where they were recorded, and have the numbers that this session knows them by.
 */
export async function storyRounds(workspace: Workspace, session: Session): Promise<readonly DigestRound[]> {
  const { store } = workspace
  const rows = await store.listRounds(session.id)
  const own = new Set(rows.map(({ round }) => round))
  const story: DigestRound[] = []
  for (const { session: id, from, to, as } of await provenOrigins(workspace, session, rows)) {
    const origin = await store.findSession(id as Session['id'])
    if (!origin) continue
    const isMissing = (round: number) => round >= from && round <= to && !own.has(as + round - from)
    const { rounds } = await digestRounds(workspace, origin, (round) => isMissing(round) && !isPrompt(origin, round))
    story.push(...rounds.map((one) => ({ ...one, round: as + one.round - from })))
  }
  const { rounds } = await digestRounds(workspace, session, (round) => !isPrompt(session, round))
  return [...story, ...rounds].sort((a, b) => a.round - b.round)
}

/** The round that a rollover begins with holds its prompt, which tells of rounds that are read themselves. */
function isPrompt({ facts: { surgery } }: Session, round: number): boolean {
  return surgery?.kind === 'rollover' && round === surgery.highest + 1
}
