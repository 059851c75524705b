import { phaseWindows } from '../model/engagement-file.ts'
import { rangeText } from '../model/range.ts'
import type { RoundRow } from '../model/session.ts'
import { type SessionRef, sessionsOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import type { FoundEngagement } from './find-engagement-files.ts'
import { phaseAt } from './matrix.ts'
import { tag } from './tag.ts'

export interface PhaseTagged {
  readonly engagement: string
  readonly sessions: readonly {
    readonly session: string
    readonly tagged: readonly number[]
    /** Rounds that stay as they are, and why. */
    readonly skipped: readonly { readonly rounds: string; readonly why: string }[]
  }[]
}

/** Puts the rounds of sessions that began in a phase of the engagement into it; rounds of another engagement stay there. */
export async function tagByPhases(
  workspace: Workspace,
  file: FoundEngagement,
  references: readonly SessionRef[],
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<PhaseTagged> {
  const windows = phaseWindows(file).filter(({ phase }) => phase !== 'closed')
  const done: PhaseTagged['sessions'][number][] = []
  for (const session of await sessionsOf(workspace, references)) {
    const rounds = (await workspace.store.listRounds(session.id)).filter(({ round }) => round > 0)
    const why = (row: RoundRow) => {
      if (row.engagement !== null) return row.engagement === file.id ? 'in it already' : `in ${row.engagement}`
      return phaseAt(windows, row.started) === 'unphased' ? 'began in no phase of it' : null
    }
    const reasons = new Map<string | null, number[]>()
    for (const row of rounds) reasons.set(why(row), [...(reasons.get(why(row)) ?? []), row.round])
    const range = rangeText(reasons.get(null) ?? [])
    const { tagged } =
      range === '' ? { tagged: [] } : await tag(workspace, session, { range, engagement: file.id, dryRun })
    const skipped = [...reasons].flatMap(([reason, numbers]) =>
      reason === null ? [] : [{ rounds: rangeText(numbers), why: reason }],
    )
    done.push({ session: session.id, tagged, skipped })
  }
  return { engagement: file.id, sessions: done }
}
