import type { Block } from './block.ts'

/**
 * The blocks of the conversation itself, without those of subagents inside it. Where everything is said and done by a
 * subagent, it is the subagent's own file, and all of it is its conversation.
 */
export function ownBlocks<One extends Pick<Block, 'sidechain' | 'type'>>(blocks: readonly One[]): readonly One[] {
  const own = blocks.filter(({ sidechain }) => !sidechain)
  return own.some(({ type }) => type !== 'note' && type !== 'unknown') ? own : blocks
}
