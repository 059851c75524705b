import type { AskFirst } from '../brief/ask-for-entries.ts'
import { Failure } from '../model/errors.ts'
import { fillOfSession } from '../pressure/fill-of-session.ts'
import { caughtUp } from '../record/capture/caught-up.ts'
import { type SessionRef, sessionOf } from '../record/naming/session-ref.ts'
import { withoutOperation } from '../record/reading/titled.ts'
import type { Workspace } from '../record/workspace.ts'
import { maskedText } from '../redaction/without-secrets.ts'
import { type ArchiveOptions, archive } from './archive.ts'
import { contextSize } from './context-size.ts'
import { handoffOf } from './handoff-of.ts'
import { type OperateOptions, operate } from './operate.ts'
import type { Operated } from './operated.ts'
import { retrievalHint } from './retrieval-hint.ts'
import { rollover } from './rollover.ts'
import { rolloverPrompt } from './rollover-prompt.ts'
import { ancestorsOf } from './sources.ts'

export interface RolloverOptions extends Omit<OperateOptions, 'beforeWriting' | 'handoff'>, Pick<AskFirst, 'asks'> {
  /** A file with the handoff that the agent wrote; else it is made from what the record shows. */
  readonly summaryFile?: string | undefined
  /** Lineage only: no handoff at all. */
  readonly isQuick?: boolean
  /** What the work is about, such as `issue #12`. */
  readonly issue?: string | undefined
  readonly archiving?: ArchiveOptions
}

export interface RolledOver extends Operated {
  readonly prompt: string
  readonly session_number: number
}

/** Hands over to a fresh session that begins with a summary, and with the way back to everything. */
export async function rolloverSession(
  workspace: Workspace,
  reference: SessionRef,
  { summaryFile, isQuick = false, issue, archiving, asks, ...options }: RolloverOptions = {},
): Promise<RolledOver> {
  if (isQuick && summaryFile !== undefined)
    throw new Failure('usage', 'A quick rollover has no handoff, and a file with one was named.', {
      hint: 'Leave out --quick or --summary-file.',
    })
  const session = await caughtUp(workspace, await sessionOf(workspace, reference))
  const settings = (await workspace.settings?.()) ?? {}
  const { summary, warnings, ...made } = await handoffOf(workspace, session, {
    summaryFile,
    isQuick,
    asks,
    dryRun: options.dryRun,
  })
  const retrieval = await retrievalHint(workspace, session, settings)
  const number = (session.worker?.number ?? 1 + (await ancestorsOf(workspace, session)).length) + 1
  const title = withoutOperation(session.facts)
  const named = title === null || title === undefined ? title : await maskedText(title) // a prompt is read on
  let prompt = ''
  const operated = await operate(
    workspace,
    [session],
    ([subject]) => {
      const { percent } = fillOfSession(workspace, session, Math.round(contextSize(subject!).context), settings)
      prompt = rolloverPrompt({
        number,
        issue: issue ?? named ?? session.facts.cwd ?? session.id,
        percent: session.facts.tokens === 0 ? null : percent,
        summary,
        parent: session.source,
        session: session.id,
        worker: session.worker?.id ?? workspace.worker ?? null,
        retrieval,
      })
      return {
        plans: [rollover(subject!, prompt, { ...made, ...(issue !== undefined && { issue }) })],
        judge: () => warnings,
        metadata: (_script, _preview, at) => ({
          continue_metadata: {
            parent_session_file: session.source,
            continued_at: at,
            worker_id: session.worker?.id ?? workspace.worker ?? null,
            reason: 'rollover',
          },
        }),
      }
    },
    { ...options, handoff: summary, beforeWriting: () => archive(workspace, archiving) },
  )
  return { ...operated, prompt, session_number: number }
}
