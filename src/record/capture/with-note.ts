import type { SurgeryNote } from '../../model/surgery-note.ts'
import type { Append } from '../record.ts'
import type { Store } from '../store.ts'
import { cutFromOf } from './cut-from-of.ts'

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
