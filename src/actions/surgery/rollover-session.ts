import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import { carriedOver } from '../../surgery/carried-over.ts'
import { checkHandoff } from '../../surgery/check-handoff.ts'
import { contextSize } from '../../surgery/context-size.ts'
import { rollover } from '../../surgery/rollover.ts'
import { rolloverPrompt } from '../../surgery/rollover-prompt.ts'
import { type AskFirst, askFirst } from '../brief/ask-first.ts'
import { textsOf } from '../brief/session-texts.ts'
import { fillOfSession } from '../pressure/fill-of-session.ts'
import { withoutOperation } from '../read/titled.ts'
import { maskedText } from '../redaction/without-secrets.ts'
import { type SessionRef, sessionOf } from '../session-ref.ts'
import type { Workspace } from '../workspace.ts'
import { type ArchiveOptions, archive } from './archive.ts'
import { type OperateOptions, operate } from './operate.ts'
import type { Operated } from './operated.ts'
import { retrievalHint } from './retrieval-hint.ts'
import { ancestorsOf, caughtUp } from './sources.ts'

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
  const { summary, mode, warnings } = await summaryOf()
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
        plans: [rollover(subject!, prompt, { mode, ...(issue !== undefined && { issue }) })],
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

  async function summaryOf(): Promise<{ summary: string; mode: string; warnings: readonly string[] }> {
    if (isQuick) return { summary: quickSummary(session), mode: 'quick', warnings: [] }
    if (summaryFile === undefined) {
      const asked = await askFirst(workspace, session, { asks, dryRun: options.dryRun ?? false })
      const made = (await textsOf(workspace, session)).handoff
      const summary = carriedOver(await writtenBefore(workspace, session), made)
      return { summary, mode: 'generated', warnings: asked }
    }
    const summary = await readSummary(resolve(workspace.cwd, summaryFile))
    return { summary, mode: 'file', warnings: checkHandoff(summary).warnings }
  }
}

/** The handoffs that agents wrote before this session, the oldest first. */
async function writtenBefore({ store }: Workspace, { id }: Session): Promise<readonly string[]> {
  const operations = await store.listOperations()
  const written: string[] = []
  const seen = new Set<string>()
  for (let at: string | undefined = id; at !== undefined && !seen.has(at); ) {
    seen.add(at)
    const made = operations.find(({ outputs }) => outputs.some(({ session }) => session === at))
    const summary = made?.plans[0]?.lineage.params.mode === 'file' ? made.endings?.[0]?.summary : undefined
    if (summary) written.unshift(summary)
    at = made?.sources[0]
  }
  return written
}

/** The handoff in a file. Fails where it is missing, empty, or lacks a heading that the next session looks for. */
async function readSummary(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure('file-not-found', `The handoff ${path} cannot be read (${error.code ?? 'unknown'}).`, {
      facts: { path },
      hint: 'Write it first; the skill rollover shows its five headings.',
    })
  })
  if (text.trim() === '') {
    throw new Failure('usage', `The handoff ${path} is empty.`, {
      facts: { path },
      hint: 'Write it first, or leave --summary-file out to have one made from the record.',
    })
  }
  const { missing } = checkHandoff(text)
  if (missing.length === 0) return text
  throw new Failure('usage', `The handoff ${path} lacks ${missing.map((one) => `"### ${one}"`).join(', ')}.`, {
    facts: { path, missing },
    hint: 'Add what is missing, or leave --summary-file out to have one made from the record.',
  })
}

function quickSummary({ id }: Session): string {
  return `No summary was written. The whole session before this one is in the record.

### Immediate Next Steps
1. \`stet rounds ${id}\` lists its rounds; \`stet inject ${id}:ROUND\` reads the last ones.
2. Ask the user how to go on.`
}
