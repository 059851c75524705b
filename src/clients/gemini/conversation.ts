import type { Fingerprint } from '../client.ts'
import { digestOf, digestsIn } from '../kit/digest-of.ts'
import { recordEnd } from '../kit/record-end.ts'
import { linesOf } from '../lines.ts'
import { kindOfMessage } from './classify.ts'
import { createContextReader } from './context.ts'
import { MessageLog } from './inner-records.ts'
import { callsOf, isObject, isText, type Line, type Part, partsOf, readLine } from './schema.ts'

/** The pieces that the client sends when it resumes the file, each as JSON. */
export function conversation(file: Buffer): readonly string[] {
  const reader = createContextReader({ inOutline: true })
  for (const line of linesOf(file, recordEnd)) reader.add(line)
  return reader
    .context(() => 0)
    .parts.flatMap(({ lines }) => lines.filter(({ isMessage }) => isMessage))
    .flatMap(({ start, end }) => piecesIn(readLine(file.subarray(start, end))!))
    .map((piece) => JSON.stringify(piece))
}

/** The same for lines that are given one by one, each piece as its hash: what is held does not grow with their length. */
export function createFingerprint(): Fingerprint {
  const reader = createContextReader({ inOutline: true })
  const hashes = new Map<number, string>() // of each message, by its place in the file
  let offset = 0
  const log = new MessageLog<void>(({ line, start }) => {
    hashes.set(
      offset + start,
      piecesIn(line)
        .map((piece) => digestOf(JSON.stringify(piece)))
        .join(''),
    )
  })
  return {
    add(bytes, length = bytes.length) {
      const line = readLine(bytes)
      if (line) log.add(line, bytes)
      reader.add(bytes, length)
      offset += length
    },
    *blocks() {
      for (const { lines } of reader.context(() => 0).parts)
        for (const { start, isMessage } of lines) if (isMessage) yield* digestsIn(hashes.get(start)!)
    },
  }
}

/** What the API gets of a message: words, calls, and the answers of a reply after all of its calls. */
function piecesIn(line: Line): readonly object[] {
  const { fields } = line
  const isReply = line.type === 'gemini'
  const role = isReply ? 'model' : 'user'
  const said = partsOf(fields.content).flatMap((part) => pieceOf(part, role))
  if (!isReply || kindOfMessage(line) === 'ack') return said
  const isWhole = partsOf(fields.content).some((part) => part.thought === true || isObject(part.functionCall))
  const calls = isWhole ? [] : callsOf(fields).map(({ id, name, args }) => ({ role, call: { id, name, args } }))
  return [...said, ...calls, ...callsOf(fields).flatMap(({ id, name, result }) => answersOf(result, { id, name }))]
}

function answersOf(result: unknown, call: object): readonly object[] {
  if (isText(result)) return [{ role: 'user', answer: { ...call, response: { output: result } } }]
  return partsOf(result).flatMap((part) => pieceOf(part, 'user'))
}

function pieceOf(part: Part, role: string): readonly object[] {
  if (part.thought === true) return []
  const { functionCall: call, functionResponse: answer, text } = part
  if (isObject(call)) return [{ role, call: { id: call.id, name: call.name, args: call.args } }]
  if (isObject(answer)) return [{ role, answer: { ...answer } }]
  if (isText(text)) return text === '' ? [] : [{ role, text }]
  return [{ role, part }]
}
