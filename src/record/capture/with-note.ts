import type { CommitId, SessionId } from '../../model/id.ts'
import type { SurgeryNote } from '../../model/surgery-note.ts'
import { toUtc } from '../../model/time.ts'
import type { Append } from '../record.ts'
import type { Store } from '../store.ts'

/**
 * The commits of a session as its note has them: they name the kind of agent and the ticket it was started for, and what
 * an operation wrote begins with a snapshot, of the context that was cut from its source.
 */
export async function withNote(
  store: Store,
  commits: Append['commits'],
  note: SurgeryNote | null,
  { isFirst }: { readonly isFirst: boolean },
): Promise<Pick<Append, 'commits' | 'cutFrom'>> {
  if (!note) return { commits }
  const [first, ...others] = commits.map(({ draft, ...rest }) => {
    const { template = draft.template, ticket = draft.ticket } = note
    return { ...rest, draft: { ...draft, template, ticket } }
  })
  if (!first) return { commits }
  if (!isFirst || first.draft.type !== 'delta') return { commits: [first, ...others] }
  const draft = { ...first.draft, type: 'snapshot' as const }
  return { commits: [{ ...first, draft }, ...others], cutFrom: await cutFromOf(store, note) }
}

/**
 * The commit that an operation cut a session from: the one that its first line names, else the tip that its source had
 * then. None where the record does not have it, and for a merge, whose sources are lineage.
 */
async function cutFromOf(store: Store, { commit, parents, at }: SurgeryNote): Promise<CommitId | null> {
  if (commit !== undefined) return (await store.findCommit(commit as CommitId))?.id ?? null
  const [source, ...others] = parents
  const time = at === null ? undefined : toUtc(at)
  if (source === undefined || others.length > 0 || time === undefined) return null
  const head = (await store.findSession(source as SessionId))?.head
  if (!head) return null
  for await (const { id, createdAt, recordedAt } of store.listAncestors(head, Number.MAX_SAFE_INTEGER)) {
    if (createdAt <= time || recordedAt <= time) return id // its lines were there, whenever they were recorded
  }
  return null
}
