/** A message of the two ends of a line to a remote: a line of JSON, and bytes after it where it says how many. */
export interface Frame {
  readonly head: Readonly<Record<string, unknown>>
  readonly bytes: Buffer
}

const NEWLINE = 10

export function frame(head: Readonly<Record<string, unknown>>, bytes?: Uint8Array): Buffer {
  const line = Buffer.from(`${JSON.stringify(bytes ? { ...head, bytes: bytes.length } : head)}\n`)
  return bytes ? Buffer.concat([line, bytes]) : line
}

/** The messages in a stream, which may end within one. Throws where a line is no JSON: what speaks there is not Stet. */
export async function* readFrames(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const held: Buffer[] = []
  let length = 0
  let head: Frame['head'] | undefined
  let needed = 0 // so many bytes are held before it is worth to look
  for await (const chunk of stream) {
    held.push(Buffer.from(chunk))
    length += chunk.length
    if (head ? length < needed : !chunk.includes(NEWLINE)) continue
    let rest = Buffer.concat(held)
    for (;;) {
      if (!head) {
        const end = rest.indexOf(NEWLINE)
        if (end === -1) break
        head = JSON.parse(rest.toString('utf8', 0, end)) as Frame['head']
        needed = typeof head.bytes === 'number' ? head.bytes : 0
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
