import type { Brief } from '../../brief/brief.ts'
import type { Entry } from '../../brief/entries/entry.ts'
import { mergeEntries } from '../../brief/entries/merge-entries.ts'
import type { Facts } from '../../brief/facts/facts.ts'
import { handoff } from '../../brief/render/handoff.ts'
import { type Section, sectionsOf } from '../../brief/render/sections.ts'
import { sessionSummary } from '../../brief/render/session-summary.ts'
import { isUnwritten, shownOf } from '../../brief/render/shown.ts'
import type { Session } from '../../model/session.ts'
import { maskedText } from '../redaction/without-secrets.ts'
import type { Workspace } from '../workspace.ts'
import { briefSession } from './session-brief.ts'

interface LedgerFile {
  readonly path: string
  readonly rounds: readonly number[]
}

/** Every file and what happened to it: a summary may name fewer. */
type FilesLedger = Readonly<
  Record<'created' | 'modified' | 'moved' | 'deleted' | 'undone' | 'read', readonly LedgerFile[]>
>

/** What a session came to, as texts. */
export interface SessionTexts {
  readonly brief: Brief
  /** Whether somebody wrote entries. */
  readonly written: boolean
  /** State, files, decisions, error, next steps. */
  readonly summary: string
  /** Five headings, for the one who takes over. */
  readonly handoff: string
  /** Entries and facts by heading, for a person who looks at it. */
  readonly sections: readonly Section[]
  readonly files: FilesLedger
}

/** All of it, with entries that are not kept yet. */
export async function textsOf(
  workspace: Workspace,
  session: Session,
  more: readonly Entry[] = [],
): Promise<SessionTexts> {
  const { rounds: _, ...known } = await briefSession(workspace, session)
  const { current, ...others } = known.entries
  const brief = { ...known, entries: { ...others, current: mergeEntries(current, more) } }
  const { id, facts, source } = session
  const about = {
    session: id,
    title: facts.title && (await maskedText(facts.title)),
    cwd: facts.cwd,
    file: source,
    tag: 'NOT_YET_COMPRESSED',
    at: workspace.clock().toISOString(),
    turns: brief.facts.to - brief.facts.from + 1,
    last: brief.facts.to,
  }
  return {
    brief,
    written: !isUnwritten(brief),
    summary: sessionSummary(
      shownOf(brief, (one) => sessionSummary(one, about).length),
      about,
    ),
    handoff: handoff(
      shownOf(brief, (one) => handoff(one, about).length),
      about,
    ),
    sections: sectionsOf(brief, facts.cwd),
    files: ledgerOf(brief.facts),
  }
}

function ledgerOf({ files, read }: Facts): FilesLedger {
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
