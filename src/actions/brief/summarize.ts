import type { Commit } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import { type SessionRef, sessionsOf } from '../session-ref.ts'
import type { Workspace } from '../workspace.ts'
import { lineOfCommit } from './line-of-commit.ts'

export interface CommitSummary {
  readonly summary: string
  /** The model that wrote it, or `stet`. */
  readonly by: string
}

export interface Summarized {
  readonly summarized: readonly ({ readonly id: string } & CommitSummary)[]
  /** Commits that still have none: the next run goes on with them. */
  readonly left: number
}

/** Gives commits without a summary a line, the oldest first, so many at most. What is done stays done when it is stopped. */
export async function summarize(
  workspace: Workspace,
  references: readonly SessionRef[],
  {
    limit,
    dryRun,
    summarizer = async (commit) => ({ summary: await lineOfCommit(workspace, commit), by: 'stet' }),
  }: {
    readonly limit: number
    readonly dryRun: boolean
    readonly summarizer?: (commit: Commit) => Promise<CommitSummary>
  },
): Promise<Summarized> {
  const { store, signal } = workspace
  const summarized: ({ id: string } & CommitSummary)[] = []
  let left = 0
  for (const session of await sessionsOf(workspace, references)) {
    for await (const commit of store.listChain(session.id)) {
      if (commit.summary !== null) continue
      if (signal?.aborted)
        throw new Failure('interrupted', 'Stopped; the summaries written so far are kept.', {
          hint: 'Run the same command again to go on.',
        })
      if (summarized.length >= limit) {
        left++
        continue
      }
      const made = await summarizer(commit)
      if (!dryRun) await store.setSummary(commit.id, made.summary)
      summarized.push({ id: commit.id, ...made })
    }
  }
  return { summarized, left }
}
