import type { BlockDraft } from '../../model/block.ts'
import { hashHex } from '../../model/id.ts'
import { SAID_ID } from '../kit/own-message.ts'
import { isObject, isText, type Payload } from './schema.ts'

/** Blocks of one line of another client as items of this one; what a person says in it is one message. */
export function itemsOf(blocks: readonly BlockDraft[], goesOn: boolean): readonly Payload[] {
  const items: Payload[] = []
  let said: object[] | undefined
  for (const block of blocks) {
    if (block.type === 'user-text' || block.type === 'image') {
      const piece = block.type === 'image' ? pictureOf(block.content) : inputText(String(block.content))
      if (said) said.push(piece)
      else {
        said = [piece]
        items.push({ type: 'message', role: 'user', content: said, ...(goesOn && { id: saidId(block) }) })
      }
    } else items.push(itemOf(block))
  }
  return items
}

/** No round begins with what has such an id. */
function saidId({ timestamp, content }: BlockDraft): string {
  return `${SAID_ID}${hashHex(`${timestamp}\0${JSON.stringify(content)}`).slice(0, 24)}`
}

function itemOf({ type, content, name = 'tool', tool_use_id: call_id = '', is_error }: BlockDraft): Payload {
  switch (type) {
    case 'tool_use':
      return { type: 'function_call', name: toolName(name), arguments: JSON.stringify(content ?? {}), call_id }
    case 'tool_result':
      return { type: 'function_call_output', call_id, output: outputOf(content, is_error === true) }
    case 'note':
      return { type: 'compaction', text: String(content) }
    default:
      return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: String(content) }] }
  }
}

/** What the client shows of a message; items alone it only sends. */
export function eventsOf({ type, role, content }: Payload): readonly object[] {
  if (type !== 'message' || !Array.isArray(content)) return []
  const message = content.flatMap((piece) => (isText(piece.text) ? [piece.text] : [])).join('\n')
  if (role === 'assistant') return [{ type: 'agent_message', message }]
  return [{ type: 'user_message', message, images: [], local_images: [], text_elements: [] }]
}

/** Names of tools as the API takes them. */
function toolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'tool'
}

/** There is no mark for a call that failed, so that its text says it. */
function outputOf(content: unknown, isError: boolean): unknown {
  if (!Array.isArray(content)) {
    const text = isText(content) ? content : JSON.stringify(content ?? '')
    return isError && !/error|exit code/i.test(text.slice(0, 60)) ? `Error: ${text}` : text
  }
  const pieces = content.filter(isObject).map((part) => {
    if (part.type === 'image') return pictureOf(part)
    return inputText(isText(part.text) ? part.text : JSON.stringify(part))
  })
  return isError ? [inputText('Error:'), ...pieces] : pieces
}

function pictureOf(content: unknown): object {
  const source = isObject(content) && isObject(content.source) ? content.source : {}
  const { media_type, data, url } = source
  return { type: 'input_image', image_url: isText(data) ? `data:${media_type};base64,${data}` : String(url ?? '') }
}

function inputText(text: string): object {
  return { type: 'input_text', text }
}
