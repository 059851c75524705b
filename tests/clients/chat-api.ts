import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One scripted answer of the model, used once, in order. */
export interface ChatStep {
  readonly text?: string
  readonly reasoning?: string
  readonly tools?: readonly { readonly name: string; readonly args: object }[]
  /** Tokens to claim. */
  readonly input?: number
}

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content?:
    | string
    | null
    | readonly { readonly type: string; readonly text?: string; readonly image_url?: { readonly url: string } }[]
  readonly reasoning_content?: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  readonly tool_call_id?: string
}

export interface ChatRequest {
  readonly body: { readonly messages: readonly ChatMessage[] }
}

export interface ChatApi {
  readonly url: string
  readonly requests: readonly ChatRequest[]
  close(): Promise<void>
}

/**
 * Starts a stand-in for an API of the chat form on loopback: it follows the script, then says numbered lines. It accepts
 * anything, so "the client sent this" is proven by it and "the vendor takes this" is not.
 */
export async function startChatApi(script: readonly ChatStep[] = []): Promise<ChatApi> {
  const unused = [...script]
  const requests: ChatRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    if (!request.url?.endsWith('/chat/completions')) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"unknown"}}')
      return
    }
    const body: ChatRequest['body'] = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    requests.push({ body })
    const isSide = /title generator/i.test(JSON.stringify(body.messages[0] ?? ''))
    const step = isSide ? { text: 'A title' } : (unused.shift() ?? { text: `Mock reply ${requests.length}.` })
    answer(response, step, requests.length)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(response: ServerResponse, { text, reasoning, tools = [], input = 1000 }: ChatStep, nth: number): void {
  const tool_calls = tools.map(({ name, args }, index) => ({
    index,
    id: `call_${nth}_${index}_${input}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  const deltas = [
    ...(reasoning === undefined ? [] : [{ reasoning_content: reasoning }]),
    ...(text === undefined ? [] : [{ content: text }]),
    ...(tool_calls.length === 0 ? [] : [{ tool_calls }]),
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choice: object, usage?: object) =>
    response.write(
      `data: ${JSON.stringify({ id: `chat-${nth}`, object: 'chat.completion.chunk', created: 0, model: 'mock', choices: [choice], ...(usage && { usage }) })}\n\n`,
    )
  for (const delta of deltas) send({ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null })
  const usage = { prompt_tokens: input, completion_tokens: 50, total_tokens: input + 50 }
  send({ index: 0, delta: {}, finish_reason: tool_calls.length > 0 ? 'tool_calls' : 'stop' }, usage)
  response.end('data: [DONE]\n\n')
}
