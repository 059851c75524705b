import type { Commit } from '../../model/commit.ts'
import { estimateTokens } from '../../model/tokens.ts'
import type { Store } from '../store.ts'
import { clientOfFormat } from './client-of-format.ts'
import { NEWLINE_STRETCH, type Stretch } from './stretches.ts'

/** What a compaction kept is close before it: further back nothing is looked for. */
const FURTHEST_BYTES = 64 * 1024 * 1024
const FURTHEST_COMMITS = 2000

export interface KeptStretches {
  /** Each ends with a newline. */
  readonly stretches: readonly Stretch[]
  readonly messages: number
  readonly tokens: number
}

const NONE: KeptStretches = { stretches: [], messages: 0, tokens: 0 }

/**
 * Where the lines are that a compaction kept: in the commits before it, read backwards until the first of them is
 * found, at the latest in a snapshot, which holds all before it. None where the compaction kept nothing, or names
 * lines that are not there.
 */
export async function keptStretches(store: Store, compaction: Commit): Promise<KeptStretches> {
  const client = clientOfFormat(compaction.format)
  const kept = client?.compactions?.keptBy?.(await store.artifacts.get(compaction.artifact))
  if (!client || !kept || compaction.parent === null) return NONE
  const finder = client.compactions!.findKept!(kept)
  const read: { readonly commit: Commit; readonly bytes: Buffer }[] = []
  let size = 0
  for await (const commit of store.listAncestors(compaction.parent, FURTHEST_COMMITS)) {
    const bytes = await store.artifacts.get(commit.artifact)
    read.push({ commit, bytes })
    size += bytes.length
    if (finder.readBefore(bytes) || commit.type === 'snapshot' || size > FURTHEST_BYTES) break
  }
  const found = finder.lines()
  if (!found) return NONE
  const lines: Buffer[] = []
  const stretches: Stretch[] = []
  for (const { delta, start, end } of found) {
    const { commit, bytes } = read[delta]!
    const line = bytes.subarray(start, end)
    lines.push(line)
    stretches.push({ artifact: commit.artifact, start, end })
    if (line.at(-1) === 10) continue
    lines.push(Buffer.from('\n'))
    stretches.push(NEWLINE_STRETCH)
  }
  const { messages, chars } = client.reader.count(Buffer.concat(lines))
  return { stretches, messages, tokens: estimateTokens(chars) }
}
