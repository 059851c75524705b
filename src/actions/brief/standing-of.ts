import { NOTHING_YET, type Standing } from '../../brief/entries/take-in.ts'
import type { CommitId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { lastCited, writtenOf } from './entries-of.ts'
import { keptEntries } from './kept-entries.ts'

/** How far entries of a session are: of those that it took over, and of the client's own, too. */
export async function standingOf(
  workspace: Workspace,
  session: Session,
): Promise<Standing & { readonly commit: CommitId | null }> {
  const kept = await keptEntries(workspace, session)
  const entries = await writtenOf(workspace, session, { kept })
  if (kept) return { ...kept, entries }
  const through = lastCited(entries.filter(({ source }) => source.writer !== 'client'))
  return { ...NOTHING_YET, entries, through, commit: null }
}
