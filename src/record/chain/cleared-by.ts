import type { Commit } from '../../model/commit.ts'
import type { Store } from '../store.ts'
import { clientOfFormat } from './client-of-format.ts'

/**
 * The calls whose results the client cleared while it ran, where a compaction commit says no more than that; undefined for
 * one with a summary. Nothing is represented by such a commit: a client that resumes sends everything before it again.
 */
export async function clearedBy(
  store: Pick<Store, 'artifacts'>,
  { type, format, artifact }: Commit,
): Promise<readonly string[] | undefined> {
  const cleared = type === 'compaction' ? clientOfFormat(format)?.compactions?.cleared : undefined
  return cleared?.(await store.artifacts.get(artifact))
}
