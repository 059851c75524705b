import { type Entry, mergeEntries } from '../../brief/entries/entry.ts'
import type { Facts } from '../../brief/facts/facts.ts'
import { sectionsOf } from '../../brief/render/outline.ts'
import { handoff, sessionSummary } from '../../brief/render/session-summary.ts'
import { isUnwritten, shownOf } from '../../brief/render/shown.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { briefSession } from './session-brief.ts'

/** What a session came to, as texts, with entries that are not kept yet. */
export async function textsOf(workspace: Workspace, session: Session, more: readonly Entry[] = []) {
  const { rounds: _, ...known } = await briefSession(workspace, session)
  const entries = { ...known.entries, current: mergeEntries(known.entries.current, more) }
  const brief = { ...known, entries }
  const about = { session: session.id, cwd: session.facts.cwd, at: workspace.clock().toISOString() }
  const textBy = (write: typeof sessionSummary) =>
    write(
      shownOf(brief, (one) => write(one, about).length),
      about,
    )
  return {
    brief,
    /** Whether somebody wrote entries. */
    written: !isUnwritten(brief),
    /** State, files, decisions, error, next steps. */
    summary: textBy(sessionSummary),
    /** Five headings, for the one who takes over. */
    handoff: textBy(handoff),
    /** Entries and facts by heading, for a person who looks at it. */
    sections: sectionsOf(brief, about.cwd),
    files: ledgerOf(brief.facts),
  }
}

/** Every file and what happened to it: a summary may name fewer. */
function ledgerOf({ files, read }: Facts) {
  const those = (state: (typeof files)[number]['state']) =>
    files.filter((file) => file.state === state).map(({ path, rounds }) => ({ path, rounds }))
  return {
    created: those('created'),
    modified: those('changed'),
    moved: those('moved'),
    deleted: those('deleted'),
    undone: those('reverted'),
    read: read.map(({ path, round }) => ({ path, rounds: [round] })),
  }
}
