import type { BriefRound, Did, RoundEvent, Via } from '../../brief/round.ts'
import type { Tools } from '../../clients/client.ts'
import { clientOf } from '../../clients/client-of.ts'
import type { Block } from '../../model/block.ts'
import { ownBlocks } from '../../model/own-blocks.ts'
import type { RoundRow, Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'
import { type OriginalRound, originalRounds, readOriginals } from './original-rounds.ts'
import { createSubagentCalls } from './subagent-calls.ts'

export interface BriefSource {
  readonly rounds: readonly BriefRound[]
  /** Characters of what was said and done: text, calls and results. */
  readonly chars: number
  /** The last round of the session, wanted or not. */
  readonly last: number
}

/**
 * The rounds that a session tells of as the digest reads them, those that `wanted` takes, always from the originals. Round 0 is
 * the client's, not the user's. What subagents did whom a session started is among its calls; `above` are the sessions it is read for.
 */
export async function briefRounds(
  workspace: Workspace,
  session: Session,
  wanted: (round: number) => boolean = () => true,
  above: ReadonlySet<string> = new Set(),
): Promise<BriefSource> {
  const all = await originalRounds(workspace, session)
  const rounds: BriefRound[] = []
  let chars = 0
  for await (const one of eachBriefRound(workspace, all, wanted, above)) {
    rounds.push(one.round)
    chars += one.chars
  }
  return { rounds, chars, last: all.at(-1)?.round ?? 0 }
}

/** The same one round after the other, so that memory holds one, with the characters of its blocks. */
export async function* eachBriefRound(
  workspace: Workspace,
  all: readonly OriginalRound[],
  wanted: (round: number) => boolean = () => true,
  above: ReadonlySet<string> = new Set(),
): AsyncIterable<{ readonly round: BriefRound; readonly chars: number }> {
  const isWanted = (round: number) => round > 0 && wanted(round)
  const addSubagents = createSubagentCalls(workspace, above)
  for await (const { session: source, row, round, blocks } of readOriginals(workspace, all, isWanted)) {
    const { cwd } = source.facts
    const { tools } = clientOf(source)
    const { events, ...rest } = briefRound({ round, started: row.started }, blocks, tools)
    yield {
      round: { ...rest, ...(cwd !== null && { cwd }), events: await addSubagents(source, row.round, events) },
      chars: blocks.reduce((sum, block) => sum + charsOf(block), 0),
    }
  }
}

export function briefRound(
  row: Pick<RoundRow, 'round' | 'started'>,
  blocks: readonly Block[],
  tools: Tools,
): BriefRound {
  const results = new Map<string, Block>()
  for (const block of blocks) {
    if (block.type === 'tool_result' && block.tool_use_id !== undefined) results.set(block.tool_use_id, block)
  }
  const events: RoundEvent[] = []
  const own = new Set(ownBlocks(blocks))
  const said = new Set<string>()
  let before: Block | undefined
  for (const block of blocks) {
    if (block.type === 'tool_use') events.push(didOf(block, results.get(block.tool_use_id ?? ''), tools))
    else if (typeof block.content === 'string' && block.content.trim() !== '' && own.has(block)) {
      if (block.type === 'assistant-text') events.push({ kind: 'said', who: 'agent', text: block.content })
      else if (block.type === 'user-text' && !said.has(block.content.trim())) {
        // queued words are noted when they are typed, and again when the agent gets them
        said.add(block.content.trim())
        events.push({ kind: 'said', who: 'user', text: block.content, ...viaOf(block, before, events, tools) })
      }
    }
    before = block
  }
  return { round: row.round, at: row.started, events }
}

/** How words came that are not the message that a round begins with. */
function viaOf(
  { block_id, content }: Block,
  before: Block | undefined,
  events: readonly RoundEvent[],
  tools: Tools,
): { readonly via?: Via } {
  if (before?.type === 'tool_result' && /\.\d+$/.test(block_id)) {
    if (before.is_error) return { via: 'refusal' }
    return { via: tools.outcome(before.content, false).answers ? 'answer' : 'note' }
  }
  if (events.length > 0) return { via: 'queued' }
  return /^\/[a-z][\w:-]*(?:\s|$)/i.test(content as string) ? { via: 'command' } : {}
}

function didOf(call: Block, result: Block | undefined, tools: Tools): Did {
  return {
    kind: 'did',
    act: tools.act(call.name, call.content),
    outcome: result ? tools.outcome(result.content, result.is_error === true) : null,
    ...(call.tool_use_id !== undefined && { call: call.tool_use_id }),
    ...(call.name !== undefined && { tool: call.name }),
    input: call.content,
  }
}

function charsOf({ type, content }: Block): number {
  if (type === 'thinking' || type === 'image' || type === 'unknown' || type === 'note') return 0
  return typeof content === 'string' ? content.length : (JSON.stringify(content)?.length ?? 0)
}
