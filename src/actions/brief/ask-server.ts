import type { Summarizer } from '../../brief/summarizer.ts'
import { Failure } from '../../model/errors.ts'
import { mask } from '../../redaction/mask.ts'

/** How one kind of server is asked, and where its answer is. */
export interface Server {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: (instructions: string, text: string) => unknown
  readonly answer: (reply: Reply) => string | undefined
}

/** What the answers of both kinds of servers may hold. */
export interface Reply {
  readonly content?: readonly { readonly text?: string }[]
  readonly choices?: readonly { readonly message?: { readonly content?: string } }[]
  readonly error?: { readonly message?: string }
}

interface Limits {
  readonly limitMs: number
  readonly mostBytes: number
  readonly signal: AbortSignal | undefined
}

/** A model behind HTTP. Where it is moved to is not followed: the key is for this server alone. */
export function askServer({ name, url, headers, body, answer }: Server, limits: Limits): Summarizer {
  const { limitMs, mostBytes, signal } = limits
  return {
    name,
    async write(instructions, text) {
      const late = AbortSignal.timeout(limitMs)
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body(instructions, text)),
          redirect: 'manual',
          signal: signal ? AbortSignal.any([late, signal]) : late,
        })
        const reply = replyIn(await textOf(response, mostBytes))
        if (!response.ok) throw new Error(`it answered ${response.status}${await reasonIn(reply)}`)
        const said = reply && answer(reply)
        if (typeof said !== 'string' || said.trim() === '') throw new Error('its answer has no text')
        return said
      } catch (error) {
        throw unavailable(name, late.aborted ? `it took longer than ${limitMs / 1000} s` : whyOf(error))
      }
    },
  }
}

export function unavailable(name: string, why: string): Failure {
  return new Failure('summarizer-unavailable', `${name} cannot be used: ${why}.`, {
    hint: 'Leave --model out to do without one.',
  })
}

async function textOf(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Error(`its answer is longer than ${mostBytes} bytes`) // leaving the loop hangs up
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The answer as far as it has the shape that is asked for. */
function replyIn(text: string): Reply | undefined {
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null
    const list = (one: unknown) =>
      Array.isArray(one) ? one.filter((part) => typeof part === 'object' && part) : undefined
    return value === null
      ? undefined
      : ({ ...value, content: list(value.content), choices: list(value.choices) } as Reply)
  } catch {
    return undefined
  }
}

/** What the server says of a refusal, which may quote what it was sent. */
async function reasonIn(reply: Reply | undefined): Promise<string> {
  const message = reply?.error?.message
  return typeof message === 'string' && message !== '' ? ` (${(await mask(message.slice(0, 200))).text})` : ''
}

function whyOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error) return cause.message || String((cause as NodeJS.ErrnoException).code) // that of fetch says nothing
  return error instanceof Error ? error.message : String(error)
}
