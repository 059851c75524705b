import type { ServerResponse } from 'node:http'
import type { ReplyMessage } from './mock-api.ts'

/**
 * Sends one whole message as the Messages API streams it: start, each block as start, deltas and stop, then the end.
 * With `hold` the end never comes: the reply stays open after its last block, for tests that interrupt it.
 */
export function sendMessageStream(
  response: ServerResponse,
  message: ReplyMessage,
  { hold }: { readonly hold: boolean },
): void {
  const send = (type: string, fields: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
  const opening = { ...message, content: [], stop_reason: null, usage: { ...message.usage, output_tokens: 1 } }

  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': message.id.replace('msg_', 'req_') })
  send('message_start', { message: opening })
  for (const [index, block] of message.content.entries()) {
    const { start, deltas } = toSteps(block)
    send('content_block_start', { index, content_block: start })
    for (const delta of deltas) send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  }
  if (hold) return
  send('message_delta', { delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: message.usage })
  send('message_stop', {})
  response.end()
}

// A block begins empty and grows by deltas; kinds without deltas begin whole.
function toSteps(block: ReplyMessage['content'][number]): {
  readonly start: object
  readonly deltas: readonly object[]
} {
  switch (block.type) {
    case 'text':
      return { start: { type: 'text', text: '' }, deltas: [{ type: 'text_delta', text: block.text }] }
    case 'thinking':
      return {
        start: { type: 'thinking', thinking: '', signature: '' },
        deltas: [
          { type: 'thinking_delta', thinking: block.thinking },
          { type: 'signature_delta', signature: block.signature },
        ],
      }
    case 'tool_use':
      return {
        start: { ...block, input: {} },
        deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }],
      }
    default:
      return { start: block satisfies never, deltas: [] }
  }
}
