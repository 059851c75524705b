import { existsSync } from 'node:fs'
import { clientOf } from '../clients/client-of.ts'
import { REVIVED_ROUNDS } from '../model/defaults.ts'
import { Failure } from '../model/errors.ts'
import { shortId } from '../model/id.ts'
import type { Plan } from '../model/plan.ts'
import type { Session } from '../model/session.ts'
import { clearedBy } from '../record/chain/cleared-by.ts'
import { resumeCommand } from '../record/naming/client-files.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import type { Workspace } from '../record/workspace.ts'
import { currentPhase, phaseStart } from '../work/phases-of.ts'
import { beforeRound, parseBorder } from './border.ts'
import { type Border, compressBefore } from './compress.ts'
import { operate } from './operate.ts'
import type { Operated } from './operated.ts'
import type { SurgeryOptions } from './operations.ts'
import { piecesOf } from './pieces.ts'
import { planOf } from './plan-of.ts'
import { isInClients } from './refuse-overwrite.ts'
import { numberOf, type Subject, shownRoundsOf } from './subject.ts'
import { withFidelity } from './with-fidelity.ts'

export interface ReviveOptions extends SurgeryOptions {
  /** Everything before this becomes an index: a time, `round:N`, or a phase of the engagement. */
  readonly before?: string | undefined
  /** Everything but so many rounds at the end does. */
  readonly keepRecent?: number | undefined
  /** Goes on from what was said, not from the summary that the client made of it. */
  readonly beforeCompaction?: boolean
}

/** A session that work can go on in, in one step: what is old as an index, the rest whole. */
export async function reviveSession(
  workspace: Workspace,
  reference: SessionRef,
  { before, keepRecent, beforeCompaction = false, rules = [], ...options }: ReviveOptions = {},
): Promise<Operated> {
  if (before !== undefined && keepRecent !== undefined) {
    throw new Failure('usage', 'Use either --before or --keep-recent, not both.', {
      hint: 'stet revive SESSION --keep-recent 10',
    })
  }
  const session = await sessionOf(workspace, reference)
  if (beforeCompaction) await refuseUncompacted(workspace, session)
  const isAsked = beforeCompaction || rules.length > 0 || options.out !== undefined || options.to !== undefined
  const resumesAsIs = !isAsked && existsSync(session.source) && (await isInClients(workspace, session.source))
  return operate(
    workspace,
    [session],
    ([subject]) => {
      const border = before === undefined ? undefined : (phaseStart(session, before, workspace.cwd) ?? before)
      const began = keepRecent === undefined ? currentPhase(session)?.from : undefined
      const text = border ?? transition(subject!, began)
      const plan = revived(
        subject!,
        text === undefined ? undefined : parseBorder(text, workspace.clock()),
        keepRecent ?? REVIVED_ROUNDS,
      )
      if (plan.lineage.kind === 'revive' && resumesAsIs) throw nothingOlder(session)
      const params = { ...plan.lineage.params, before_compaction: beforeCompaction }
      return {
        plans: withFidelity([subject!], [{ ...plan, lineage: { ...plan.lineage, kind: 'revive', params } }], rules),
      }
    },
    { ...options, ...(beforeCompaction && { mends: true, originals: true }) },
  )
}

/** Where the phase began that the work is in now, if the session has rounds before and since. */
function transition(subject: Subject, began: string | undefined): string | undefined {
  if (began === undefined) return undefined
  const times = shownRoundsOf(subject).flatMap(({ started }) => started ?? [])
  return times.some((time) => time < began) && times.some((time) => time >= began) ? began : undefined
}

function revived(subject: Subject, border: Border | undefined, keepRecent: number): Plan {
  if (border !== undefined) return compressBefore(subject, border)
  if (keepRecent === 0 && shownRoundsOf(subject).length > 0)
    return compressBefore(subject, beforeRound(subject.highest + 1))
  const first = shownRoundsOf(subject).at(-keepRecent)
  const older = first ? shownRoundsOf(subject).filter((round) => numberOf(round) < numberOf(first)) : []
  if (!first || older.length === 0) return planOf('revive', [subject], piecesOf(subject), {})
  return compressBefore(subject, beforeRound(numberOf(first)))
}

/** All of it would stay whole: a copy of what the client resumes by itself. */
function nothingOlder(session: Session): Failure {
  return new Failure('nothing-to-do', `Session ${session.id} has no rounds before those that stay whole.`, {
    facts: { session: session.id },
    hint: `Run \`${resumeCommand(clientOf(session), session.clientId)}\` to continue it as it is, or keep fewer rounds: --keep-recent 3.`,
  })
}

async function refuseUncompacted({ store }: Workspace, { id }: Session): Promise<void> {
  for await (const commit of store.listChain(id))
    if (commit.type === 'compaction' && !(await clearedBy(store, commit))) return
  throw new Failure('nothing-to-do', `The client has not compacted session ${id}.`, {
    facts: { session: id },
    hint: `Run \`stet revive ${shortId(id)}\` without --before-compaction.`,
  })
}
