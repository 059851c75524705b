import type { Fingerprint } from '../client.ts'
import { digestOf } from '../kit/digest-of.ts'
import { recordEnd } from '../kit/record-end.ts'
import { linesOf } from '../lines.ts'
import { blocksOf } from './blocks.ts'
import { createContextReader } from './context.ts'
import { readLine } from './schema.ts'

/** The pieces that the client sends when it goes on with the session, each as JSON. */
export function conversation(file: Buffer): readonly string[] {
  const reader = createContextReader({ inOutline: true })
  for (const line of linesOf(file, recordEnd)) reader.add(line)
  return reader
    .context(() => 0)
    .parts.flatMap(({ lines }) => lines.filter(({ isMessage }) => isMessage))
    .flatMap(({ start, end }) => {
      const line = readLine(file.subarray(start, end))
      return line ? blocksOf(line).map(({ timestamp: _, ...block }) => JSON.stringify(block)) : []
    })
}

/** The same for what is given record by record; a document is one, so that it is held whole. */
export function createFingerprint(): Fingerprint {
  const records: Buffer[] = []
  return {
    add: (line) => {
      records.push(Buffer.from(line))
    },
    *blocks() {
      for (const piece of conversation(Buffer.concat(records))) yield digestOf(piece)
    },
  }
}
