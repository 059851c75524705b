import { type MaskedBytes, maskedBytes, reshaped } from '../model/passed.ts'
import { maskedValue } from './masked-value.ts'
import { maskedText } from './without-secrets.ts'

const NEWLINE = 10

/** Lines of JSON with the texts in them masked, and others as text. A line may be a part of a document: `,` before it, or its end after. */
export async function* maskedLines(bytes: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncIterable<MaskedBytes> {
  let held: Buffer[] = []
  for await (const chunk of bytes) {
    let at = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, at)) {
      yield maskedLine(Buffer.concat([...held, chunk.subarray(at, end + 1)]).toString('utf8'))
      held = []
      at = end + 1
    }
    held.push(chunk.subarray(at))
  }
  yield maskedLine(Buffer.concat(held).toString('utf8'))
}

async function maskedLine(line: string): Promise<MaskedBytes> {
  for (const [lead, trail] of FRAMES) {
    if (!line.startsWith(lead) || !line.trimEnd().endsWith(trail)) continue
    const inner = line.slice(lead.length, line.trimEnd().length - trail.length)
    const end = line.slice(line.trimEnd().length)
    const value = parsed(inner)
    if (value === undefined) continue
    const masked = await maskedValue(value)
    return maskedBytes(
      reshaped<object>(masked, (one) => (one === value ? line : `${lead}${JSON.stringify(one)}${trail}${end}`)),
    )
  }
  const head = parsed(`${line.trimEnd()}${CLOSING}`)
  if (head === undefined) return maskedBytes(await maskedText(line))
  const masked = await maskedValue(head)
  return maskedBytes(reshaped<object>(masked, (one) => `${JSON.stringify(one).slice(0, -CLOSING.length)}\n`))
}

/** What may be around a value in its line: nothing, or what parts it from its neighbours. */
const FRAMES = [
  ['', ''],
  [',', ''],
  ['', ','],
] as const

/** What the head of a document leaves open. */
const CLOSING = ']}'

function parsed(text: string): object | undefined {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
