import { CLIENTS } from '../../clients/index.ts'
import { linesOf } from '../../clients/lines.ts'
import { commitLine } from '../../digest/commit-line.ts'
import type { Block } from '../../model/block.ts'
import type { Commit } from '../../model/commit.ts'
import type { Workspace } from '../workspace.ts'
import { digestRound } from './digest-rounds.ts'

/** A line for a commit that nobody gave a summary, from its own bytes; undefined where they say nothing. */
export async function lineOfCommit({ store }: Workspace, commit: Commit): Promise<string | undefined> {
  const client = CLIENTS.find((known) => known.format === commit.format)
  if (!client) return undefined
  const bytes = await store.artifacts.get(commit.artifact).catch(() => undefined) // a line is not worth a failure
  if (!bytes) return undefined
  const blocks: Block[] = []
  for (const line of linesOf(bytes)) {
    for (const draft of client.reader.blocks(line)) {
      blocks.push({ ...draft, block_id: '', session_id: commit.session, round_seq: 0 })
    }
  }
  return commitLine([digestRound({ round: 1, started: null }, blocks, client.tools)])
}
