import { type Commit, isWritten } from './commit.ts'
import type { CommitId } from './id.ts'
import type { Session } from './session.ts'

/** What a commit says of its place in a chain. */
export type ChainLink = Pick<Commit, 'id' | 'parent' | 'type' | 'checkpoint' | 'session' | 'start' | 'end'>

export interface ChainWalk {
  /** Takes the next commit; says what is wrong with its place, if anything. */
  add(commit: ChainLink): string | undefined
  /** After the last one: what is wrong with where the chain ends, if anything. */
  end(): string | undefined
}

/**
 * Follows a session's chain: its commits lie end to end, each the parent of the next, and the head is the last. What comes
 * after the session's bytes was written since the session was read.
 */
export function createChainWalk({ bytes, head }: Pick<Session, 'bytes' | 'head'>): ChainWalk {
  let at = 0
  let last: CommitId | null = null
  return {
    add(commit) {
      if (at >= bytes) return undefined
      if (commit.start !== at) return `Its commits leave a gap at byte ${at}.`
      if (!follows(commit, last)) return `Commit ${commit.id} does not follow the one before it.`
      at = commit.end
      last = commit.id
      return undefined
    },
    end: () => (at === bytes && last === head ? undefined : 'Its head is not its last commit.'),
  }
}

/** Whether a commit of a session comes after the one before it, or begins the session. */
export function follows(commit: ChainLink, before: CommitId | null): boolean {
  return commit.parent === before || (before === null && isWritten(commit))
}
