/** The JSON on standard input; undefined where it is none. */
export async function readInput(stdin: AsyncIterable<Uint8Array>): Promise<unknown> {
  const pieces: Uint8Array[] = []
  for await (const piece of stdin) pieces.push(piece)
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'))
  } catch {
    return undefined
  }
}
