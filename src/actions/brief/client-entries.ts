import type { Entry } from '../../brief/entries/entry.ts'
import { readSummary } from '../../brief/entries/read-summary.ts'
import type { Provable } from '../../brief/entries/take-in.ts'
import { clientOf } from '../../clients/client-of.ts'
import type { Commit } from '../../model/commit.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'

/** A compaction of the client's own, with the last round that its summary is of. */
export interface Compacted {
  readonly commit: Commit
  readonly until: number
}

/** What there is to do, of an earlier summary, is what a later one says. */
const LASTING = new Set<Entry['kind']>(['fact', 'decision', 'rule', 'error'])

/** The compactions of a session after a round, the oldest first. */
export async function compactionsOf(
  { store }: Workspace,
  session: Session,
  after: number,
): Promise<readonly Compacted[]> {
  if (!clientOf(session).compactions) return []
  const found: Commit[] = []
  for await (const commit of store.listChain(session.id)) if (commit.type === 'compaction') found.push(commit)
  if (found.length === 0) return []
  const spans = await store.listSpans(session.id)
  const lastBefore = (at: number) =>
    spans.reduce(
      (last, { start, owner }) => (start < at && typeof owner === 'number' ? Math.max(last, owner) : last),
      0,
    )
  return found.map((commit) => ({ commit, until: lastBefore(commit.start) })).filter(({ until }) => until > after)
}

/** What the client's own summaries say of a session, held against the rounds that they are of: the client wrote it. */
export async function clientEntries(
  { store }: Workspace,
  session: Session,
  compactions: readonly Compacted[],
  { record, facts: { files } }: Provable,
): Promise<readonly Entry[]> {
  const entries = new Map<string, Entry>()
  for (const [at, { commit, until }] of compactions.entries()) {
    const bytes = await store.artifacts.get(commit.artifact)
    const summary = clientOf(session).compactions?.summaryIn(bytes)
    if (summary === undefined) continue
    const source: Entry['source'] = {
      writer: 'client',
      name: session.client,
      session: session.id,
      at: commit.createdAt,
    }
    const isLast = at === compactions.length - 1
    const read = readSummary(
      summary,
      { record, files, before: [] },
      { source, until, idOf: (place) => `c${until}-${place}` },
    )
    for (const entry of read.entries) if (isLast || LASTING.has(entry.kind)) entries.set(entry.text, entry)
  }
  return [...entries.values()]
}
