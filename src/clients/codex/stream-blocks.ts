import type { BlockDraft } from '../../model/block.ts'
import { note } from '../kit/blocks.ts'
import { isObject, isText, type Line, type Payload } from './schema.ts'

/** The blocks of a line of live output. An item has its own when it is completed: its call and its result come together. */
export function streamBlocks({ type, payload }: Line): readonly BlockDraft[] {
  if (type === 'item.completed') return itemBlocks(payload)
  if (type === 'turn.failed') return [note(isObject(payload.error) ? messageIn(payload.error) : '', null)]
  return type === 'error' ? [note(messageIn(payload), null)] : []
}

function itemBlocks(item: Payload): readonly BlockDraft[] {
  switch (item.type) {
    case 'agent_message':
      return [{ role: 'assistant', timestamp: null, type: 'assistant-text', content: textIn(item) }]
    case 'reasoning':
      return [{ role: 'assistant', timestamp: null, type: 'thinking', content: textIn(item) }]
    case 'error':
      return [note(messageIn(item), null)]
    case 'command_execution':
      return callBlocks(item, 'command_execution', { command: item.command }, item.aggregated_output ?? '')
    case 'file_change':
      return callBlocks(item, 'file_change', { changes: item.changes }, item.status ?? '')
    case 'mcp_tool_call':
      return callBlocks(
        item,
        ['mcp', item.server, item.tool].filter(isText).join('__'),
        item.arguments ?? null,
        mcpResult(item),
      )
    default:
      return isText(item.type) ? [otherCall(item, item.type)] : []
  }
}

/** A call of which the client prints no result of its own: what it prints is what is known of it. */
function otherCall({ id, type: _type, ...input }: Payload, name: string): BlockDraft {
  return {
    role: 'assistant',
    timestamp: null,
    type: 'tool_use',
    content: input,
    name,
    ...(isText(id) && { tool_use_id: id }),
  }
}

function callBlocks({ id, status }: Payload, name: string, input: unknown, content: unknown): readonly BlockDraft[] {
  const call = isText(id) && { tool_use_id: id }
  return [
    { role: 'assistant', timestamp: null, type: 'tool_use', content: input, name, ...call },
    {
      role: 'user',
      timestamp: null,
      type: 'tool_result',
      content,
      ...(status === 'failed' && { is_error: true }),
      ...call,
    },
  ]
}

function mcpResult({ result, error }: Payload): unknown {
  if (isObject(error)) return messageIn(error)
  return isObject(result) ? (result.content ?? '') : ''
}

function textIn({ text }: Payload): string {
  return isText(text) ? text : ''
}

function messageIn({ message }: Readonly<Record<string, unknown>>): string {
  return isText(message) ? message : ''
}
