import type { Context } from 'hono'
import type { Command } from '../../commands/kit/command.ts'
import { fieldsIn, nameIn } from '../../commands/kit/offered.ts'
import { valueIn } from '../../commands/kit/value-in.ts'
import { decodeCbor } from './cbor.ts'
import { CBOR, typeOf } from './content-type.ts'
import type { Asked } from './guard.ts'
import { refusal } from './refusal.ts'

/** Longer, or nested deeper, is nothing a command takes; but for those that take what a file holds. */
const MOST_BYTES = 1_000_000
const MOST_OF_A_FILE = 64_000_000
/** Who holds a token that allows nothing of others sends a long file in parts. */
const MOST_WITHOUT_GRANTS = 8_000_000
const DEEPEST = 32
const [QUOTE, BACKSLASH, BRACKET, BRACE] = [0x22, 0x5c, 0x5b, 0x7b]

/** What a request asks a command for, or the answer that refuses it: a body in JSON or CBOR, or for reading also the query. */
export async function readInput(
  context: Context<Asked>,
  command: Command,
  limitMs: number,
): Promise<{ readonly input: unknown } | Response> {
  if (context.req.method === 'GET') return { input: fromQuery(new URL(context.req.url).searchParams, command) }
  const type = typeOf(context.req.header('content-type'))
  if (type !== 'application/json' && type !== CBOR)
    return refusal(
      context,
      415,
      'body-not-json',
      `The body must be JSON, with the type application/json, or CBOR, with ${CBOR}.`,
    )
  const isGranted = (context.get('holder')?.grants.length ?? 1) > 0
  const most = command.takesFile ? (isGranted ? MOST_OF_A_FILE : MOST_WITHOUT_GRANTS) : MOST_BYTES
  const bytes = await readBody(context.req.raw, most, limitMs)
  if (bytes === 'late') return refusal(context, 408, 'body-late', `The body took longer than ${limitMs / 1000} s.`)
  if (bytes === undefined) return refusal(context, 413, 'body-too-large', `The body is larger than ${most} bytes.`)
  if (type === CBOR) {
    const input = decodeCbor(bytes, DEEPEST)
    if (input === undefined)
      return refusal(
        context,
        400,
        'body-not-cbor',
        `The body is not CBOR as JSON could say it, ${DEEPEST} deep at most.`,
      )
    return { input }
  }
  if (depthOf(bytes) > DEEPEST)
    return refusal(context, 400, 'body-too-deep', `The body is nested more than ${DEEPEST} deep.`)
  try {
    return { input: JSON.parse(bytes.toString('utf8')) }
  } catch {
    return refusal(context, 400, 'body-not-json', 'The body is not JSON.')
  }
}

/** Whether a body may be one that is held in memory by itself alone: how long it is is said, or not known. */
export function isLarge(context: Context): boolean {
  const length = context.req.header('content-length')
  return context.req.method !== 'GET' && (length === undefined || Number(length) > MOST_BYTES)
}

/** The body; undefined where it is too large, however long it says it is. Its time begins when it is read: others may be before it. */
async function readBody(request: Request, most: number, limitMs: number): Promise<Buffer | 'late' | undefined> {
  const said = Number(request.headers.get('content-length') ?? 0)
  if (said > most) return undefined
  const reader = request.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void reader.cancel().catch(() => undefined)
  }, limitMs)
  try {
    const bytes = await (said > MOST_BYTES ? readLength(reader, said) : readAll(reader, most))
    return isLate ? 'late' : bytes
  } finally {
    clearTimeout(timer)
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

async function readAll(reader: Reader, most: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.length
    if (bytes > most) return undefined
    chunks.push(read.value)
  }
  return Buffer.concat(chunks)
}

/** As long as was said: put where it stays, so that it is in memory once. */
async function readLength(reader: Reader, length: number): Promise<Buffer> {
  const body = Buffer.allocUnsafe(length)
  let at = 0
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    body.set(read.value, at)
    at += read.value.length
  }
  return body.subarray(0, at)
}

/** How deep brackets are nested, without building what they hold. */
function depthOf(json: Buffer): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const unit = json[at]
    if (isInString && unit === BACKSLASH) at++
    else if (unit === QUOTE) isInString = !isInString
    else if (isInString) continue
    else if (unit === BRACKET || unit === BRACE) deepest = Math.max(deepest, ++depth)
    else if (unit === BRACKET + 2 || unit === BRACE + 2) depth-- // those that close them
  }
  return deepest
}

/** Words of a query as the fields want them: numbers, yes or no, lists by repeating the word. */
function fromQuery(query: URLSearchParams, command: Command): Readonly<Record<string, unknown>> {
  const fields = Object.entries(fieldsIn('http', command))
  return Object.fromEntries(
    [...new Set(query.keys())].map((key) => {
      const text = query.get(key) ?? ''
      const field = fields.find(([name, one]) => nameIn('http', name, one) === key)?.[1]
      if (!field) return [key, text]
      if (field.kind === 'flag') return [key, text === 'true' ? true : text === 'false' ? false : text]
      if (field.kind === 'list') return [key, query.getAll(key)]
      if (field.kind === 'content') return [key, text]
      const read = valueIn(field, query.getAll(key))
      return [key, 'value' in read ? read.value : text]
    }),
  )
}
