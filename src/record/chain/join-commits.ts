import type { Commit } from '../../model/commit.ts'
import type { Store } from '../store.ts'
import { keptStretches } from './kept-stretches.ts'
import { endsLine, joins, NEWLINE_STRETCH, type Stretch } from './stretches.ts'

export interface JoinedCommits {
  readonly stretches: readonly Stretch[]
  readonly messages: number
  readonly tokens: number
}

/**
 * Joins commits of lines, and counts what is in them. Where the context begins with a compaction, the lines it kept
 * follow it.
 */
export async function joinCommits(
  store: Store,
  commits: readonly Commit[],
  first: Commit | undefined,
): Promise<JoinedCommits> {
  const stretches: Stretch[] = []
  let messages = 0
  let tokens = 0
  let before: Commit | undefined
  for (const commit of commits) {
    if (before && !(await joins(store, before, commit))) stretches.push(NEWLINE_STRETCH)
    stretches.push(wholeOf(commit))
    messages += commit.messageCount
    tokens += commit.tokenCount
    if (commit.end > commit.start) before = commit // after an empty delta a line may still be open
    if (commit.type !== 'compaction' || commit !== first) continue
    const kept = await keptStretches(store, commit)
    if (kept.stretches.length === 0) continue
    if (!(await endsLine(store, commit))) stretches.push(NEWLINE_STRETCH)
    stretches.push(...kept.stretches)
    messages += kept.messages
    tokens += kept.tokens
    before = undefined
  }
  return { stretches, messages, tokens }
}

/** All of a commit's artifact. */
export function wholeOf({ artifact, start, end }: Commit): Stretch {
  return { artifact, start: 0, end: end - start }
}
