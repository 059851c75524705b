import type { CommitId } from '../../model/id.ts'

/** What a session has in the record, and what goes with commits. */
export const OF_SESSION = ['chain', 'rounds', 'spans', 'problems', 'graphs', 'side_files', 'sources', 'sessions']
export const OF_COMMIT = ['retention', 'context_names', 'commits']

export interface OwnCommit {
  readonly id: CommitId
  readonly parent: CommitId | null
}

/** What else needs a commit of a session: another chain, or another session's commit that goes on from it. */
export interface CommitUser {
  readonly id: CommitId
  readonly name: string
}

/** The commits of a session that nothing else needs, neither them nor what comes after them; and what needs the others. */
export function unneeded(own: readonly OwnCommit[], users: readonly CommitUser[]) {
  const parents = new Map(own.map(({ id, parent }) => [id, parent]))
  const needed = new Set<CommitId>()
  for (const { id } of users) {
    for (let at: CommitId | null | undefined = id; at && parents.has(at) && !needed.has(at); at = parents.get(at))
      needed.add(at)
  }
  return {
    gone: own.map(({ id }) => id).filter((id) => !needed.has(id)),
    dependents: [...new Set(users.map(({ name }) => name))].sort(),
  }
}
