import type { BlockDraft, Role } from '../../model/block.ts'
import { note, picture, withAnswers } from '../kit/blocks.ts'
import { isSpoken, kindOfUserMessage } from './classify.ts'
import { type Content, contentOf, isObject, isText, type Line, type Payload, textOf } from './schema.ts'
import { streamBlocks } from './stream-blocks.ts'

/** The blocks of one line, in the order the client wrote them. What the client notes about its work has none. */
export function blocksOf(line: Line): readonly BlockDraft[] {
  const timestamp = line.timestamp ?? null
  const { payload } = line
  if (line.type === 'response_item') return itemBlocks(payload, timestamp)
  if (line.type === 'compacted') return [note(summaryOf(payload), timestamp)]
  if (line.type === 'event_msg' && payload.type === 'error') return [note(payload.message ?? '', timestamp)]
  return streamBlocks(line)
}

/** The blocks of an item that the model is sent. */
function itemBlocks(item: Payload, timestamp: string | null): readonly BlockDraft[] {
  const agent = { role: 'assistant' as Role, timestamp }
  switch (item.type) {
    case 'message':
      return messageBlocks(item, timestamp)
    case 'reasoning':
      return [{ ...agent, type: 'thinking', content: thoughtsOf(item) }]
    case 'function_call':
      return [{ ...agent, type: 'tool_use', content: argumentsOf(item.arguments), ...callOf(item) }]
    case 'custom_tool_call':
      return [{ ...agent, type: 'tool_use', content: item.input ?? null, ...callOf(item) }]
    case 'local_shell_call':
    case 'web_search_call':
    case 'tool_search_call':
    case 'image_generation_call':
      return [{ ...agent, type: 'tool_use', content: inputOf(item), ...callOf(item) }]
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output':
      return withAnswers({
        role: 'user',
        timestamp,
        type: 'tool_result',
        content: outputOf(item.output ?? item.tools ?? ''),
        ...(isText(item.call_id) && { tool_use_id: item.call_id }),
      })
    case 'compaction':
    case 'compaction_summary':
    case 'context_compaction':
      return [note('', timestamp)]
    default:
      return [{ role: 'system', type: 'unknown', timestamp, content: item }]
  }
}

function messageBlocks(item: Payload, timestamp: string | null): readonly BlockDraft[] {
  const content = contentOf(item.content)
  if (item.role === 'assistant') {
    return content.map((piece) => ({
      role: 'assistant',
      timestamp,
      type: isText(piece.text) ? 'assistant-text' : 'unknown',
      content: isText(piece.text) ? piece.text : piece,
    }))
  }
  const kind = item.role === 'user' ? kindOfUserMessage(item) : 'injected'
  const isHuman = kind === 'human' || kind === 'words'
  return content.flatMap((piece): readonly BlockDraft[] => {
    if (isText(piece.text)) {
      return isHuman && isSpoken(piece.text) ? requestBlocks(piece.text, timestamp) : [note(piece.text, timestamp)]
    }
    const image = imageOf(piece)
    return [{ role: 'user', timestamp, type: image ? 'image' : 'unknown', content: image ?? piece }]
  })
}

function requestBlocks(text: string, timestamp: string | null): readonly BlockDraft[] {
  const { before, said } = requestIn(text)
  const request: BlockDraft = { role: 'user', timestamp, type: 'user-text', content: said }
  return before === '' ? [request] : [{ ...note(before, timestamp), aside: true }, request]
}

/** What the agent thought, as far as it can be read: summaries, and the thoughts themselves where a model gives them. */
function thoughtsOf({ summary, content }: Payload): string {
  return [...contentOf(summary), ...contentOf(content)].map(textOf).filter(Boolean).join('\n\n')
}

function callOf({ name, namespace, type, call_id, id }: Payload) {
  const called = isText(name) ? name : isText(type) ? type.replace(/_call$/, '') : undefined
  const whole = isText(namespace) && called !== undefined ? `${namespace}__${called}` : called
  const call = isText(call_id) ? call_id : id
  return { ...(whole !== undefined && { name: whole }), ...(isText(call) && { tool_use_id: call }) }
}

/** What a call was given; a text that is no JSON is kept as it came. */
export function argumentsOf(value: unknown): unknown {
  if (!isText(value)) return value ?? null
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function inputOf({ action, arguments: given, query }: Payload): unknown {
  return action ?? argumentsOf(given) ?? query ?? null
}

/** What a tool gave back: a text, or pieces in the common form. */
function outputOf(output: unknown): unknown {
  if (isText(output)) return output
  if (!Array.isArray(output)) return isObject(output) && isText(output.content) ? output.content : output
  return output.map((piece: unknown) => {
    if (!isObject(piece)) return piece
    if (isText(piece.text)) return { type: 'text', text: piece.text }
    return imageOf(piece) ?? piece
  })
}

/** A picture in the common form; undefined for any other piece. */
function imageOf({ type, image_url }: Content): unknown {
  if (type !== 'input_image') return undefined
  const url = isText(image_url) ? image_url : ''
  const data = /^data:([^;,]+);base64,(.*)$/s.exec(url)
  return data ? picture(data[1], data[2]) : { type: 'image', source: { type: 'url', url } }
}

/** The words of a compaction: its summary, else all that its new history says. */
function summaryOf({ message, replacement_history }: Payload): string {
  if (isText(message) && message !== '') return message
  const items = Array.isArray(replacement_history) ? replacement_history.filter(isObject) : []
  return items
    .filter((item) => item.type === 'message')
    .flatMap((item) => contentOf(item.content).map(textOf))
    .filter(Boolean)
    .join('\n\n')
}

/** What an editor or the app puts before a request, and the line that it ends with. */
const PREAMBLE = /^\s*(?:#{1,2} |This block is automatically supplied ambient UI state)/
const REQUEST = /^## My request for Codex:[^\S\n]*\n?/m

/** A request without what the editor tells of itself before it. */
function requestIn(text: string): { readonly before: string; readonly said: string } {
  const found = PREAMBLE.test(text) ? REQUEST.exec(text) : null
  const said = found ? text.slice(found.index + found[0].length).trim() : ''
  return said === '' ? { before: '', said: text } : { before: text.slice(0, found!.index).trim(), said }
}
