import type { Fingerprint } from '../client.ts'
import { digestOf, digestsIn } from '../kit/digest-of.ts'
import { linesOf } from '../lines.ts'
import { createContextReader } from './context.ts'
import { contentOf, readLine } from './schema.ts'

/** The pieces that the client sends when it resumes the file, each as JSON. */
export function conversation(file: Buffer): readonly string[] {
  const reader = createContextReader({ inOutline: true })
  for (const line of linesOf(file)) reader.add(line)
  return reader
    .context(() => 0)
    .parts.flatMap(({ lines }) => lines.filter(({ isMessage }) => isMessage))
    .flatMap(({ start, end }) => piecesIn(file.subarray(start, end)))
}

/** The same for lines that are given one by one, each piece as its hash: what is held does not grow with their length. */
export function createFingerprint(): Fingerprint {
  const hashes: string[] = [] // of each line, one after the other
  const reader = createContextReader({ inOutline: true })
  return {
    add(line, length) {
      hashes.push(piecesIn(line).map(digestOf).join(''))
      reader.add(line, length)
    },
    *blocks() {
      for (const { lines } of reader.context(() => 0).parts)
        for (const { number, isMessage } of lines) if (isMessage) yield* digestsIn(hashes[number - 1]!)
    },
  }
}

function piecesIn(bytes: Buffer): readonly string[] {
  const line = readLine(bytes)
  if (!line) return []
  const { message, fields } = line
  if (message.role === undefined) return [JSON.stringify([line.type, fields.summary ?? fields.content])]
  const { role, toolCallId, isError, command, output } = message
  const said = contentOf(message.content).map((piece) => JSON.stringify([role, toolCallId, isError, piece]))
  return command === undefined ? said : [...said, JSON.stringify([role, command, output])]
}
