import type { Commit } from '../../model/commit.ts'
import { Failure, isFailure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import { type ResolveOptions, resolveSession } from '../naming/resolve-session.ts'
import type { Workspace } from '../workspace.ts'

/** A commit as a caller names it (an id, its beginning, a name, a session), or one that was found already. */
export type CommitRef = string | Commit

/** How many commits that start alike are counted, and how many are listed. */
const COUNTED = 1_000_000
const LISTED = 20

/**
 * Finds the commit a person means: an id or the start of one, a name that was given, the tag of a compression, or a
 * session, of which it is the head. More than one is an error that lists them.
 */
export async function resolveCommit(
  workspace: Workspace,
  reference: string,
  options: ResolveOptions = {},
): Promise<Commit> {
  const { store } = workspace
  const names = await store.listNames()
  const named = names.find((one) => one.name === reference) ?? names.find((one) => one.name === `compress/${reference}`)
  if (named) return readCommit({ store }, named.commit)
  const found = reference.startsWith('ctx-') ? await store.findCommits(reference, COUNTED) : []
  const exact = found.find((id) => id === reference)
  if (exact) return readCommit({ store }, exact)
  if (found.length === 1) return readCommit({ store }, found[0]!)
  if (found.length > 1) {
    throw new Failure('reference-ambiguous', `${found.length} commits start with ${reference}.`, {
      facts: { commit: reference, candidates: found.slice(0, LISTED) },
      hint: 'Write more of the id.',
    })
  }
  const session = reference.startsWith('ctx-') ? undefined : await sessionOf(workspace, reference, options)
  if (session?.head) return readCommit({ store }, session.head)
  throw new Failure('commit-not-found', `There is no commit ${JSON.stringify(reference.slice(0, 80))} in the record.`, {
    facts: { commit: reference.slice(0, 200) },
    hint: 'Run `stet sessions --json` to see the head of every session.',
  })
}

/** What every action does first with the commit it is given. */
export async function commitOf(workspace: Workspace, reference: CommitRef): Promise<Commit> {
  return typeof reference === 'string' ? resolveCommit(workspace, reference) : reference
}

async function sessionOf(
  workspace: Workspace,
  reference: string,
  options: ResolveOptions,
): Promise<Session | undefined> {
  try {
    return await resolveSession(workspace, reference, options)
  } catch (error) {
    if (isFailure(error, 'session-not-found') && reference !== 'latest') return undefined
    throw error
  }
}

async function readCommit({ store }: Pick<Workspace, 'store'>, id: CommitId): Promise<Commit> {
  const commit = await store.findCommit(id)
  if (commit) return commit
  throw new Failure('commit-not-found', `There is no commit ${id} in the record.`, { facts: { commit: id } })
}
