import { Failure } from '../../model/errors.ts'

/** A message of the two ends of a line to a remote: a line of JSON, and bytes after it where it says how many. */
export interface Frame {
  readonly head: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
}

const NEWLINE = 10
/** No line is longer, and no more bytes come after one: what sends them is not Stet. */
const LONGEST_LINE = 1 << 26
const MOST_BYTES = 1 << 29

export function frame(head: Readonly<Record<string, unknown>>, bytes?: Uint8Array): Buffer {
  const line = Buffer.from(`${JSON.stringify(bytes ? { ...head, bytes: bytes.length } : head)}\n`)
  return bytes ? Buffer.concat([line, bytes]) : line
}

/** The messages in a stream, which may end within one. Throws where it is none of Stet's. */
export async function* readFrames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const held: Buffer[] = []
  let length = 0
  let head: Frame['head'] | undefined
  let needed = 0 // so many bytes are held before it is worth to look
  for await (const chunk of stream) {
    held.push(Buffer.from(chunk))
    length += chunk.length
    if (!head && length > LONGEST_LINE) throw noFrame()
    if (head ? length < needed : !chunk.includes(NEWLINE)) continue
    let rest = Buffer.concat(held)
    for (;;) {
      if (!head) {
        const end = rest.indexOf(NEWLINE)
        if (end === -1) break
        head = headIn(rest.toString('utf8', 0, end))
        needed = (head.bytes as number | undefined) ?? 0
        rest = rest.subarray(end + 1)
      }
      if (rest.length < needed) break
      yield { head, bytes: rest.subarray(0, needed) }
      rest = rest.subarray(needed)
      head = undefined
    }
    held.splice(0, held.length, rest)
    length = rest.length
  }
}

function headIn(line: string): Frame['head'] {
  let head: unknown
  try {
    head = JSON.parse(line)
  } catch {
    throw noFrame()
  }
  if (typeof head !== 'object' || head === null) throw noFrame()
  const { bytes = 0 } = head as { readonly bytes?: unknown }
  if (!Number.isSafeInteger(bytes) || (bytes as number) < 0 || (bytes as number) > MOST_BYTES) throw noFrame()
  return head as Frame['head']
}

function noFrame(): Failure {
  return new Failure('store-unreadable', 'What was sent is no message of Stet.')
}
