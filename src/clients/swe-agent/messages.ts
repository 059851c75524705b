import type { BlockDraft } from '../../model/block.ts'
import type { ToolRole } from '../../model/tool-act.ts'
import { isObject, isText, readRecord } from '../json-record.ts'
import { note } from '../kit/blocks.ts'
import { toolsOf } from '../kit/tools.ts'

/** A trajectory is a document; what was said is in its `history`, a message of the API with what the agent notes of it. */
export interface Line {
  readonly kind: 'trajectory' | 'message' | 'other'
  readonly fields: Readonly<Record<string, unknown>>
}

/** Reads the text of one record; undefined where it is none. */
export function readLine(bytes: Buffer): Line | undefined {
  const fields = readRecord(bytes)
  if (!fields) return undefined
  if (Array.isArray(fields.history)) return { kind: 'trajectory', fields }
  return { kind: isText(fields.role) && fields.content !== undefined ? 'message' : 'other', fields }
}

/** Whether it is in a person's place, and not of an example that the agent was shown: the first is what it is asked. */
export function mayBegin({ kind, fields }: Line): boolean {
  return kind === 'message' && fields.role === 'user' && fields.is_demo !== true
}

/** The blocks of one message; after the first in a person's place, others there are what an action gave back. */
export function blocksOf({ kind, fields }: Line, begins = false): readonly BlockDraft[] {
  if (kind !== 'message') return []
  const { role, content, tool_call_ids: answered } = fields
  const text = textIn(content)
  if (role === 'system' || fields.is_demo === true) return [note(text, null)]
  if (role === 'assistant') return replyBlocks(fields, text)
  if (begins) return [{ role: 'user', timestamp: null, type: 'user-text', content: text }]
  const [call] = Array.isArray(answered) ? answered : []
  return [
    { role: 'user', timestamp: null, type: 'tool_result', content: text, ...(isText(call) && { tool_use_id: call }) },
  ]
}

/** A reply has its calls, or else an action that is a command; the oldest ones repeat it after the thought. */
function replyBlocks({ action, thought, tool_calls: calls }: Line['fields'], text: string): readonly BlockDraft[] {
  const said = isText(thought) && thought.trim() !== '' ? thought : text
  const agent = { role: 'assistant', timestamp: null } as const
  const uses = Array.isArray(calls) ? calls.filter(isObject).map(useOf) : []
  const acted: BlockDraft[] =
    uses.length === 0 && isText(action) && action.trim() !== ''
      ? [{ ...agent, type: 'tool_use', name: COMMAND, content: { command: action } }]
      : []
  return [...(said === '' ? [] : [{ ...agent, type: 'assistant-text', content: said } as const]), ...uses, ...acted]
}

function useOf({ id, function: called }: Readonly<Record<string, unknown>>): BlockDraft {
  const { name, arguments: given } = isObject(called) ? called : {}
  return {
    role: 'assistant',
    timestamp: null,
    type: 'tool_use',
    content: isText(given) ? (readRecord(Buffer.from(given)) ?? given) : (given ?? null),
    ...(isText(name) && { name }),
    ...(isText(id) && { tool_use_id: id }),
  }
}

/** A text, or pieces with texts. */
function textIn(content: unknown): string {
  if (isText(content)) return content
  const pieces = Array.isArray(content) ? content.filter(isObject) : []
  return pieces.flatMap(({ text }) => (isText(text) ? text : [])).join('\n')
}

/** What an action without a call is called here. */
const COMMAND = 'command'

const ROLES: Readonly<Record<string, ToolRole>> = {
  [COMMAND]: 'run',
  bash: 'run',
  open: 'read',
  create: 'write',
  edit: 'write',
  insert: 'write',
  find_file: 'search',
}

/** An edit does not name its file: it is the one that is open. How a command ended is not said. */
export const TOOLS = toolsOf({
  trimmed: [COMMAND, 'bash', 'open'],
  roles: ROLES,
  changes: { create: 'create' },
  paths: ['path', 'filename', 'file_name'],
  edits: () => [],
  outcome: (content, failed) => ({ failed, exit: null, output: textIn(content) }),
})
