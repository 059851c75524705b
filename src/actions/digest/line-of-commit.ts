import { RAW } from '../../clients/raw/index.ts'
import { commitLine } from '../../digest/commit-line.ts'
import type { Block } from '../../model/block.ts'
import type { Commit } from '../../model/commit.ts'
import { blocksIn } from '../ctx/blocks-in.ts'
import { clientOfFormat } from '../ctx/client-of-format.ts'
import type { Workspace } from '../workspace.ts'
import { digestRound } from './digest-rounds.ts'

/** A line for a commit that nobody gave a summary, from its own bytes; undefined where they say nothing. */
export async function lineOfCommit({ store }: Workspace, commit: Commit): Promise<string | undefined> {
  const bytes = await store.artifacts.get(commit.artifact).catch(() => undefined) // a line is not worth a failure
  if (!bytes) return undefined
  const blocks: Block[] = []
  for (const draft of blocksIn(commit.format, bytes)) {
    blocks.push({ ...draft, block_id: '', session_id: commit.session, round_seq: 0 })
  }
  if (blocks.length === 0) return undefined
  const { tools } = clientOfFormat(commit.format) ?? RAW
  return commitLine([digestRound({ round: 1, started: null }, blocks, tools)])
}
