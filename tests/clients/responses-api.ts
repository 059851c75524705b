import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One scripted answer of the model, used once, in order. */
export interface ResponseStep {
  readonly reasoning?: string
  readonly text?: string
  readonly tools?: readonly {
    readonly name: string
    /** An object for a function, a text for a tool that takes any text. */
    readonly input: object | string
    readonly id?: string
    readonly namespace?: string
  }[]
  /** Tokens to claim. */
  readonly input?: number
  readonly output?: number
  /** Never ends the stream, so that the client can be interrupted in it. */
  readonly hold?: boolean
}

/** An item of the conversation as the Responses API has it. */
export interface ResponseItem {
  readonly type: string
  readonly [field: string]: unknown
}

export interface ResponsesRequest {
  readonly path: string
  readonly body: { readonly input?: readonly ResponseItem[]; readonly [field: string]: unknown }
}

export interface ResponsesApi {
  readonly url: string
  readonly requests: readonly ResponsesRequest[]
  close(): Promise<void>
}

/**
 * Starts a stand-in for the Responses API on loopback: it follows the script, then says numbered lines. It accepts
 * anything, so "the client sent this" is proven by it and "the vendor takes this" is not.
 */
export async function startResponsesApi(script: readonly ResponseStep[] = []): Promise<ResponsesApi> {
  const unused = [...script]
  const requests: ResponsesRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const path = (request.url ?? '/').split('?')[0]!
    const body = toBody(Buffer.concat(chunks).toString('utf8'))
    requests.push({ path, body })
    if (JSON.stringify(body.input?.at(-1) ?? '').includes('single-line task title'))
      // asked beside, in a terminal
      return sendStream(response, { text: 'A title' })
    if (body.text !== undefined) return sendStream(response, { text: '{"title":"A title"}' }) // asked for beside the turn
    if (path.endsWith('/responses')) {
      return sendStream(response, unused.shift() ?? { text: `Mock reply ${requests.length}.` })
    }
    const known = path.endsWith('/models')
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(known ? { object: 'list', data: [], models: [] } : { error: { message: 'unknown' } }))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function sendStream(response: ServerResponse, step: ResponseStep): void {
  const { input = 1000, output = 50 } = step
  const id = newId('resp')
  const items = itemsOf(step)
  let sequence = 0
  const send = (type: string, fields: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send('response.created', { response: { id, object: 'response', status: 'in_progress', output: [] } })
  for (const [at, item] of items.entries()) {
    send('response.output_item.added', { output_index: at, item })
    if (item.type === 'message') send('response.output_text.delta', { output_index: at, delta: step.text })
    send('response.output_item.done', { output_index: at, item })
  }
  if (step.hold) return
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  }
  send('response.completed', { response: { id, object: 'response', status: 'completed', output: items, usage } })
  response.end()
}

function itemsOf({ reasoning, text, tools = [] }: ResponseStep): readonly ResponseItem[] {
  const items: ResponseItem[] = []
  if (reasoning !== undefined) {
    items.push({
      type: 'reasoning',
      id: newId('rs'),
      summary: [{ type: 'summary_text', text: reasoning }],
      encrypted_content: `sealed:${Buffer.from(reasoning).toString('base64')}`,
    })
  }
  if (text !== undefined) {
    const content = [{ type: 'output_text', text, annotations: [] }]
    items.push({ type: 'message', id: newId('msg'), status: 'completed', role: 'assistant', content })
  }
  for (const { name, input, id, namespace } of tools) {
    const call = { status: 'completed', call_id: id ?? newId('call'), name, ...(namespace && { namespace }) }
    items.push(
      typeof input === 'string'
        ? { type: 'custom_tool_call', id: newId('ctc'), ...call, input }
        : { type: 'function_call', id: newId('fc'), ...call, arguments: JSON.stringify(input) },
    )
  }
  return items
}

function newId(kind: string): string {
  return `${kind}_${randomBytes(8).toString('hex')}`
}

function toBody(text: string): ResponsesRequest['body'] {
  try {
    return JSON.parse(text || '{}')
  } catch {
    return { unreadable: text }
  }
}
