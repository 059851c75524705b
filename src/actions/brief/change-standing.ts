import type { EntrySource } from '../../brief/entries/entry.ts'
import type { Refused } from '../../brief/entries/handoff.ts'
import type { Standing } from '../../brief/entries/take-in.ts'
import { isFailure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { keepEntries } from './kept-entries.ts'
import { standingOf } from './standing-of.ts'

const MOST_TRIES = 5

/** What becomes of the entries of a session; all else is for the caller. */
interface Changed {
  readonly standing: Standing
  readonly refused: readonly Refused[]
}

/** Changes the entries of a session and keeps them; where others did so meanwhile, theirs are changed. */
export async function changeStanding<T extends Changed>(
  workspace: Workspace,
  session: Session,
  { source, dryRun }: { readonly source: EntrySource; readonly dryRun: boolean },
  change: (standing: Standing) => T,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const { commit, ...before } = await standingOf(workspace, session)
    const changed = change(before)
    const { standing, refused } = changed
    try {
      if (!dryRun) await keepEntries(workspace, session, { ...standing, at: source.at, source, refused }, commit)
      return changed
    } catch (error) {
      if (!isFailure(error, 'tag-moved') || tries === MOST_TRIES) throw error
    }
  }
}
