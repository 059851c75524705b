import { resolve } from 'node:path'
import type { WrittenEdit } from '../brief/facts/line-origin.ts'
import { shellChanges } from '../brief/facts/shell-files.ts'
import type { Tools } from '../clients/client.ts'
import type { BlockDraft } from '../model/block.ts'
import type { SessionId } from '../model/id.ts'
import { ownBlocks } from '../model/own-blocks.ts'
import { simpleCommands } from '../model/shell-words.ts'

/** An edit with where it is recorded and what led to it. */
export interface RecordedEdit extends WrittenEdit {
  /** The same in every copy of the round. */
  readonly id: string
  readonly session: SessionId
  readonly round: number
  readonly at: string | null
  readonly tool: string | null
  /** The path from the root, as the session's folder says. */
  readonly whole: string
  readonly reasoning: string
  readonly request: string
}

interface Place {
  readonly session: SessionId
  readonly round: number
  readonly cwd: string | null
}

/** The edits of files in a round, those whose call did not fail. */
export function editsIn(blocks: readonly BlockDraft[], tools: Tools, place: Place): readonly RecordedEdit[] {
  const { session, round, cwd } = place
  const failed = new Set(
    blocks
      .filter(
        ({ type, content, is_error }) => type === 'tool_result' && tools.outcome(content, is_error === true).failed,
      )
      .map(({ tool_use_id }) => tool_use_id),
  )
  const own = new Set(ownBlocks(blocks))
  const request = textsOf(own, blocks, 'user-text').join('\n\n')
  return blocks.flatMap((call, at) => {
    if (call.type !== 'tool_use' || failed.has(call.tool_use_id)) return []
    return changesOf(call, tools).map(
      (edit, index): RecordedEdit => ({
        ...edit,
        id: `${call.tool_use_id ?? `${session}:${round}:${at}`}:${index}`,
        session,
        round,
        at: call.timestamp,
        tool: call.name ?? null,
        whole: wholePath(cwd, edit.path),
        reasoning: reasoningBefore(own, blocks, at),
        request,
      }),
    )
  })
}

/** What the call says of files; of a command, which may hold a file's text, the command itself. */
function changesOf(call: BlockDraft, tools: Tools): readonly WrittenEdit[] {
  const { edits = [], command } = tools.act(call.name, call.content)
  if (command === null) return edits
  const written = shellChanges(simpleCommands(command)).filter(({ change }) => change !== 'delete')
  const isCommand = true
  return [
    ...edits,
    ...written.map(({ path }) => ({ path, before: null, after: command, everywhere: false, isCommand })),
  ]
}

/** The path from the root; one of another system stays as it is. */
export function wholePath(cwd: string | null, path: string): string {
  return /^[A-Za-z]:[\\/]/.test(path) ? path : resolve(cwd ?? '/', path)
}

/** What was thought and said since the call before; where that is nothing, what was last said in the round. */
function reasoningBefore(own: ReadonlySet<BlockDraft>, blocks: readonly BlockDraft[], at: number): string {
  const before = blocks.slice(0, at)
  const since = before.findLastIndex(({ type }) => type === 'tool_result' || type === 'user-text')
  const said = textsOf(own, before.slice(since + 1), 'thinking', 'assistant-text')
  return said.length > 0 ? said.join('\n\n') : (textsOf(own, before, 'thinking', 'assistant-text').at(-1) ?? '')
}

function textsOf(
  own: ReadonlySet<BlockDraft>,
  blocks: readonly BlockDraft[],
  ...types: readonly BlockDraft['type'][]
): readonly string[] {
  return blocks.flatMap((block) =>
    types.includes(block.type) && typeof block.content === 'string' && block.content.trim() !== '' && own.has(block)
      ? [block.content.trim()]
      : [],
  )
}
