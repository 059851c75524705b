import { isFailure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import type { SearchIndex } from '../search/search.ts'
import { catchUpSession } from './catch-up-search.ts'
import { whereAvailable } from './search-follower.ts'
import type { Workspace } from './workspace.ts'

/** Writes the rows of a capture; false where the index does not have all of it then. */
export type WriteRows = (index: SearchIndex) => Promise<boolean>

/**
 * Brings what was captured of a session into the index, and what was missing there before. `late` answers first: the
 * index lets whoever asks it wait.
 */
export async function indexCaptured(
  workspace: Workspace,
  session: Session,
  writeRows: WriteRows,
  { late }: { readonly late: boolean },
): Promise<void> {
  const { search } = workspace
  if (!search) return
  if (late && search.later) search.later((index) => bringUp(index).catch(leftBehind))
  else await bringUp(search)

  async function bringUp(index: SearchIndex): Promise<void> {
    if (await writeRows(index)) return
    await whereAvailable(async () =>
      catchUpSession({ ...workspace, search: index }, session, await index.findMark(session.id)),
    )
  }
}

/** Nobody waits for it any more; the index is caught up by whoever searches. */
function leftBehind(error: unknown): void {
  if (!isFailure(error)) throw error
}
