import { phaseWindows } from '../model/engagement-file.ts'
import { type SessionRef, sessionsOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import type { FoundEngagement } from './find-engagement-files.ts'
import { phaseAt } from './matrix.ts'
import { tag } from './tag.ts'

export interface PhaseTagged {
  readonly engagement: string
  readonly sessions: readonly { readonly session: string; readonly tagged: readonly number[] }[]
}

/** Puts the rounds of sessions that began in a phase of the engagement into it; rounds of another engagement stay there. */
export async function tagByPhases(
  workspace: Workspace,
  file: FoundEngagement,
  references: readonly SessionRef[],
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<PhaseTagged> {
  const windows = phaseWindows(file).filter(({ phase }) => phase !== 'closed')
  const done: { session: string; tagged: readonly number[] }[] = []
  for (const session of await sessionsOf(workspace, references)) {
    const rounds = (await workspace.store.listRounds(session.id))
      .filter(
        ({ round, engagement, started }) =>
          round > 0 && engagement === null && phaseAt(windows, started) !== 'unphased',
      )
      .map(({ round }) => round)
    if (rounds.length === 0) continue
    const { tagged } = await tag(workspace, session, { range: rounds.join(','), engagement: file.id, dryRun })
    done.push({ session: session.id, tagged })
  }
  return { engagement: file.id, sessions: done }
}
