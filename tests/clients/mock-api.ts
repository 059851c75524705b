import { randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendMessageStream } from './message-stream.ts'

/** A block the mock may answer with. A tool call gets its id from the mock. */
export type ReplyBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'tool_use'; readonly name: string; readonly input: object; readonly id?: string }

/** One scripted answer, used once; the first unused one that fits a request answers it. */
export interface Reply {
  /** What to say; a plain string is a text block. */
  readonly content?: readonly (string | ReplyBlock)[]
  /** Fits only when the last two messages of the request (those of role `system` not counted) contain this text. */
  readonly when?: string
  /** Fits only requests without tools (titles, some summaries), which use no other replies. */
  readonly side?: boolean
  /** Stays in the script after use. */
  readonly repeat?: boolean
  /** Token counts to claim, over the mock's own estimate. */
  readonly usage?: Readonly<Record<string, number>>
  /** Answers with this HTTP status and `error` in place of a message. */
  readonly status?: number
  readonly error?: { readonly type: string; readonly message: string }
  /** Never ends the stream, so that the client can be interrupted in it. */
  readonly hold?: boolean
}

export interface ReplyMessage {
  readonly id: string
  readonly type: 'message'
  readonly role: 'assistant'
  readonly model: string
  readonly content: readonly (ReplyBlock & { readonly id?: string })[]
  readonly stop_reason: string
  readonly stop_sequence: null
  readonly usage: Readonly<Record<string, number>>
}

export interface ApiBlock {
  readonly type: string
  readonly [field: string]: unknown
}

export interface ApiMessage {
  readonly role: string
  readonly content: string | readonly ApiBlock[]
}

/** The fields of a request's body that tests look at; the rest is there too. */
export interface RequestBody {
  readonly model?: string
  readonly stream?: boolean
  readonly messages?: readonly ApiMessage[]
  readonly system?: unknown
  readonly tools?: readonly unknown[]
  readonly [field: string]: unknown
}

/** A request as it came, and what was answered. */
export interface RecordedRequest {
  /** `main` has tools, `side` has none; `other` is any endpoint that the mock does not know. */
  readonly kind: 'main' | 'side' | 'count_tokens' | 'error' | 'other'
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: RequestBody
  readonly reply: unknown
}

export interface MockApi {
  readonly url: string
  /** Every request so far, oldest first; it grows while the mock runs. */
  readonly requests: readonly RecordedRequest[]
  close(): Promise<void>
}

/**
 * Starts a stand-in for the Anthropic Messages API on loopback: it follows the script, then says numbered lines.
 *
 * It accepts anything, so "the client sent this" is proven by it and "the vendor takes this" is not. Its ids are new
 * in every run, because the client silently drops a tool call whose id it has seen before.
 */
export async function startMockApi(script: readonly Reply[] = []): Promise<MockApi> {
  const unused = [...script]
  const requests: RecordedRequest[] = []
  const tag = randomBytes(6).toString('hex')
  let ids = 0
  const nextId = (prefix: string) => `${prefix}_${tag}${String(++ids).padStart(4, '0')}`

  const takeReply = (body: RequestBody): Reply => {
    const side = isSide(body)
    const end = JSON.stringify(body.messages?.filter((message) => message.role !== 'system').slice(-2) ?? [])
    const at = unused.findIndex(
      (reply) => (reply.side ?? false) === side && (!reply.when || end.includes(inJson(reply.when))),
    )
    const reply = unused[at]
    if (!reply) return { content: [`Mock ${side ? 'side ' : ''}reply ${requests.length + 1}.`] }
    if (!reply.repeat) unused.splice(at, 1)
    return reply
  }

  const toMessage = (body: RequestBody, reply: Reply): ReplyMessage => {
    const content = (reply.content ?? [])
      .map((block): ReplyBlock => (typeof block === 'string' ? { type: 'text', text: block } : block))
      .map((block) => (block.type === 'tool_use' && !block.id ? { ...block, id: nextId('toolu') } : block))
    return {
      id: nextId('msg'),
      type: 'message',
      role: 'assistant',
      model: body.model ?? 'mock',
      content,
      stop_reason: content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: {
        input_tokens: 10,
        cache_creation_input_tokens: estimateTokens(body.messages),
        cache_read_input_tokens: 1000,
        output_tokens: estimateTokens(content),
        ...reply.usage,
      },
    }
  }

  const handle = (request: IncomingMessage, body: RequestBody, response: ServerResponse) => {
    const { method = '', url: path = '/', headers } = request
    const record = (kind: RecordedRequest['kind'], reply: unknown) =>
      requests.push({ kind, method, path, headers, body, reply })
    const sendJson = (status: number, reply: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(reply))
    }
    const endpoint = `${method} ${path.split('?')[0]}`

    if (endpoint === 'POST /v1/messages/count_tokens') {
      const reply = { input_tokens: estimateTokens([body.system, body.tools, body.messages]) }
      record('count_tokens', reply)
      return sendJson(200, reply)
    }
    if (endpoint !== 'POST /v1/messages') {
      const reply = { type: 'error', error: { type: 'not_found_error', message: 'The mock has no such endpoint.' } }
      record('other', reply)
      return sendJson(404, reply)
    }
    const scripted = takeReply(body)
    if (scripted.status) {
      const reply = { type: 'error', error: scripted.error ?? { type: 'api_error', message: 'scripted failure' } }
      record('error', reply)
      return sendJson(scripted.status, reply)
    }
    const message = toMessage(body, scripted)
    record(isSide(body) ? 'side' : 'main', message)
    if (body.stream) return sendMessageStream(response, message, { hold: scripted.hold ?? false })
    return sendJson(200, message)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => handle(request, toBody(Buffer.concat(chunks).toString('utf8')), response))
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

function isSide(body: RequestBody): boolean {
  return !body.tools?.length
}

// A body that is not JSON is kept, for the test that wonders why.
function toBody(text: string): RequestBody {
  try {
    return JSON.parse(text || '{}') as RequestBody
  } catch {
    return { unreadable: text }
  }
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function estimateTokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value ?? '').length / 4)
}
