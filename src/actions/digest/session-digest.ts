import { type FilesLedger, filesLedger } from '../../digest/files-ledger.ts'
import type { About } from '../../digest/render/about.ts'
import { handoff } from '../../digest/render/handoff.ts'
import { type Section, sectionsOf } from '../../digest/render/sections.ts'
import { sessionSummary } from '../../digest/render/session-summary.ts'
import { settle, type View } from '../../digest/settle.ts'
import type { Session } from '../../model/session.ts'
import { briefRounds } from '../brief/brief-rounds.ts'
import type { Workspace } from '../workspace.ts'
import { digestState } from './digest-state.ts'

/** What a session came to, from the originals, without a model. */
export interface SessionDigest {
  readonly view: View
  /** Characters of what was said and done. */
  readonly chars: number
  /** Five headings, about 500 words: for the one who takes over. */
  readonly handoff: string
  /** State, files, decisions, error, next steps. */
  readonly summary: string
  /** What holds, by heading, for a person who looks at it. */
  readonly sections: readonly Section[]
  readonly files: FilesLedger
}

/** Digests a session, or those of its rounds that `wanted` takes. */
export async function digestSession(
  workspace: Workspace,
  session: Session,
  wanted?: (round: number) => boolean,
): Promise<SessionDigest> {
  const { rounds, chars } = await briefRounds(workspace, session, wanted)
  const view = settle(await digestState(rounds))
  const about = aboutOf(workspace, session, view)
  return {
    view,
    chars,
    handoff: handoff(view, { cwd: session.facts.cwd }),
    summary: sessionSummary(view, about),
    sections: sectionsOf(view, session.facts.cwd),
    files: filesLedger(view),
  }
}

function aboutOf({ clock }: Workspace, { id, facts, source }: Session, view: View): About {
  return {
    session: id,
    title: facts.title,
    cwd: facts.cwd,
    file: source,
    tag: 'NOT_YET_COMPRESSED',
    at: clock().toISOString(),
    turns: view.to - view.from + 1,
    last: view.to,
  }
}
