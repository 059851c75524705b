import { roundRecord } from '../../brief/entries/round-record.ts'
import { NOTHING_YET, type Provable, type Standing } from '../../brief/entries/take-in.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { writtenOf } from './entries-of.ts'
import { keptEntries } from './kept-entries.ts'
import { briefSession } from './session-brief.ts'

/** All that the session's rounds hold, and what is known of it beside them: its folder and ids. */
export async function provable(workspace: Workspace, session: Session): Promise<Provable> {
  const { rounds, facts, words } = await briefSession(workspace, session)
  const { cwd, branch } = session.facts
  return { record: roundRecord(rounds, [cwd, branch, session.id].filter(Boolean).join('\n')), facts, words }
}

/** How far entries of it are; without its own those that it took over. */
export async function standingOf(workspace: Workspace, session: Session): Promise<Standing> {
  const kept = await keptEntries(workspace, session)
  if (kept) return kept
  const entries = await writtenOf(workspace, session)
  return { ...NOTHING_YET, entries, through: Math.max(0, ...entries.flatMap(({ rounds }) => rounds)) }
}
