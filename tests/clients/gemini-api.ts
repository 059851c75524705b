import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One scripted answer of the model, used once, in order. */
export interface GeminiStep {
  readonly thought?: string
  readonly text?: string
  readonly tools?: readonly { readonly name: string; readonly args: object }[]
  /** Tokens to claim. */
  readonly input?: number
}

export interface GeminiPart {
  readonly text?: string
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args?: object }
  readonly functionResponse?: {
    readonly id?: string
    readonly name: string
    readonly response: Record<string, unknown>
  }
  readonly inlineData?: { readonly mimeType: string; readonly data: string }
}

export interface GeminiContent {
  readonly role: 'user' | 'model'
  readonly parts: readonly GeminiPart[]
}

export interface GeminiRequest {
  readonly path: string
  readonly body: { readonly contents?: readonly GeminiContent[] }
}

export interface GeminiApi {
  readonly url: string
  readonly requests: readonly GeminiRequest[]
  close(): Promise<void>
}

/**
 * Starts a stand-in for the Gemini API on loopback: it follows the script, then says numbered lines. It accepts anything,
 * so "the client sent this" is proven by it and "the vendor takes this" is not.
 */
export async function startGeminiApi(script: readonly GeminiStep[] = []): Promise<GeminiApi> {
  const unused = [...script]
  const requests: GeminiRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const path = (request.url ?? '/').split('?')[0]!
    requests.push({ path, body: toBody(Buffer.concat(chunks).toString('utf8')) })
    const isStream = path.endsWith(':streamGenerateContent')
    if (isStream || path.endsWith(':generateContent'))
      return answer(response, unused.shift() ?? { text: `Mock reply ${requests.length}.` }, isStream)
    const known = path.endsWith(':countTokens')
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(known ? { totalTokens: 1234 } : { error: { message: 'unknown' } }))
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

function answer(response: ServerResponse, step: GeminiStep, isStream: boolean): void {
  const { input = 1000 } = step
  const usageMetadata = { promptTokenCount: input, candidatesTokenCount: 50, totalTokenCount: input + 50 }
  const candidate = { content: { role: 'model', parts: partsOf(step) }, index: 0, finishReason: 'STOP' }
  const body = JSON.stringify({ candidates: [candidate], usageMetadata, modelVersion: 'mock' })
  response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
  response.end(isStream ? `data: ${body}\r\n\r\n` : body)
}

function partsOf({ thought, text, tools = [] }: GeminiStep): readonly object[] {
  return [
    ...(thought === undefined ? [] : [{ text: thought, thought: true }]),
    ...(text === undefined ? [] : [{ text }]),
    ...tools.map((functionCall, at) => ({ functionCall, ...(at === 0 && { thoughtSignature: 'c2lnbmVk' }) })),
  ]
}

function toBody(text: string): GeminiRequest['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
