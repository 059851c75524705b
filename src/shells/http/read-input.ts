import type { Context } from 'hono'
import { z } from 'zod'
import type { Action } from '../api/action.ts'
import { refusal } from './refusal.ts'

/** Longer, or nested deeper, is nothing an action takes. */
const MOST_BYTES = 1_000_000
const DEEPEST = 32

/** What a request asks an action for, or the answer that refuses it: a JSON body, or for reading also the query. */
export async function readInput(context: Context, action: Action): Promise<{ readonly input: unknown } | Response> {
  if (context.req.method === 'GET') return { input: fromQuery(new URL(context.req.url).searchParams, action) }
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    return refusal(context, 415, 'body-not-json', 'The body must be JSON, with the type application/json.')
  const body = await readBody(context.req.raw)
  if (body === undefined) return refusal(context, 413, 'body-too-large', `The body is larger than ${MOST_BYTES} bytes.`)
  if (depthOf(body) > DEEPEST)
    return refusal(context, 400, 'body-too-deep', `The body is nested more than ${DEEPEST} deep.`)
  try {
    return { input: JSON.parse(body) }
  } catch {
    return refusal(context, 400, 'body-not-json', 'The body is not JSON.')
  }
}

/** The body as text; undefined where it is too large, however long it says it is. */
async function readBody(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) return undefined
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** How deep brackets are nested, without building what they hold. */
function depthOf(json: string): number {
  let depth = 0
  let deepest = 0
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth)
    else if (token === ']' || token === '}') depth--
  }
  return deepest
}

/** Words of a query as the schema wants them: numbers, yes or no, lists by repeating the word. */
function fromQuery(query: URLSearchParams, { input }: Action): Readonly<Record<string, unknown>> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' })
  return Object.fromEntries(
    [...new Set(query.keys())].map((key) => {
      const schema = properties[key]
      const type = typeof schema === 'object' ? schema.type : undefined
      if (type === 'array') return [key, query.getAll(key)]
      const text = query.get(key) ?? ''
      if ((type === 'integer' || type === 'number') && /^-?\d+$/.test(text)) return [key, Number(text)]
      if (type === 'boolean' && /^(true|false)$/.test(text)) return [key, text === 'true']
      return [key, text]
    }),
  )
}
