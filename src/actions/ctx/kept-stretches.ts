import type { Commit } from '../../model/commit.ts'
import type { Store } from '../../store/store.ts'
import { clientOfFormat, type Stretch } from './materialize.ts'

/**
 * Where the lines stand that a compaction kept: in the deltas before it, read backwards until the first of them is
 * found. None where the compaction kept nothing, or names lines that are not there.
 */
export async function keptStretches(store: Store, compaction: Commit): Promise<readonly Stretch[]> {
  const client = clientOfFormat(compaction.format)
  const kept = client.keptBy(await store.readArtifact(compaction.artifact))
  if (!kept || compaction.parent === null) return []
  const deltas: { readonly commit: Commit; readonly bytes: Buffer }[] = []
  for await (const commit of store.listAncestors(compaction.parent, Number.MAX_SAFE_INTEGER)) {
    if (commit.type === 'snapshot') break
    deltas.unshift({ commit, bytes: await store.readArtifact(commit.artifact) })
    const places = client.placesOf(
      deltas.map((delta) => delta.bytes),
      kept,
    )
    if (places) {
      return places.map(({ delta, start, end }) => ({ artifact: deltas[delta]!.commit.artifact, start, end }))
    }
  }
  return []
}
