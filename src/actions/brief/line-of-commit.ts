import { type CommitParts, commitLine, commitParts } from '../../brief/commit-line.ts'
import { RAW } from '../../clients/raw/index.ts'
import type { Block } from '../../model/block.ts'
import { BARE, type Commit } from '../../model/commit.ts'
import { mask } from '../../redaction/mask.ts'
import { blocksIn } from '../ctx/blocks-in.ts'
import { clientOfFormat } from '../ctx/client-of-format.ts'
import type { Workspace } from '../workspace.ts'
import { briefRound } from './brief-rounds.ts'

/** A line for a commit that nobody gave a summary, from its own bytes, secrets masked. */
export async function lineOfCommit(workspace: Workspace, commit: Commit): Promise<string> {
  const parts = await partsOfCommit(workspace, commit)
  return (parts && commitLine(parts)) ?? plainLine(commit)
}

/** What there is to say of a commit; undefined where nobody said or did a thing. */
export async function partsOfCommit({ store }: Workspace, commit: Commit): Promise<CommitParts | undefined> {
  if (commit.type === 'compaction') return undefined
  const bytes = await store.artifacts.get(commit.artifact).catch(() => undefined) // a line is not worth a failure
  const blocks: Block[] = []
  for (const draft of bytes ? blocksIn(commit.format, bytes) : []) {
    blocks.push({ ...draft, block_id: '', session_id: commit.session, round_seq: 0 })
  }
  const { tools } = clientOfFormat(commit.format) ?? RAW
  const round = briefRound({ round: 1, started: null }, blocks, tools)
  const events = await Promise.all(
    round.events.map(async (event) =>
      event.kind === 'said' ? { ...event, text: (await mask(event.text)).text } : event,
    ),
  )
  const parts = commitParts([{ ...round, events }])
  return commitLine(parts) === undefined ? undefined : parts
}

/** What is known of a commit in which nobody said or did a thing. */
export function plainLine({ type, messageCount, tokenCount }: Commit): string {
  if (type === 'compaction') return `what came before was compacted${tokenCount ? ` to ${tokenCount} tokens` : ''}`
  return messageCount === 0 ? BARE : `${messageCount} messages`
}
