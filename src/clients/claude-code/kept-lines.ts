import type { LinePlace } from '../client.ts'
import { linesOf } from '../lines.ts'
import type { Preserved } from './graph.ts'
import { nodeOf } from './node.ts'
import { readLine } from './read-line.ts'

/** What a compaction says it kept of the lines before it. */
export function keptBy(compaction: Buffer): Preserved | undefined {
  for (const line of linesOf(compaction)) {
    const reading = readLine(line)
    const node = reading.kind === 'record' ? nodeOf(reading.record, 0) : undefined
    if (node?.kind === 'boundary') return node.preserved
  }
  return undefined
}

/** The places of the lines from the first to the last kept, in order; undefined while one of them is not in these deltas. */
export function placesOf(deltas: readonly Buffer[], kept: Preserved): readonly LinePlace[] | undefined {
  const lines = new Map<string, LinePlace & { readonly parent: string | null }>()
  deltas.forEach((bytes, delta) => {
    let start = 0
    for (const line of linesOf(bytes)) {
      const reading = readLine(line)
      const node = reading.kind === 'record' ? nodeOf(reading.record, 0) : undefined
      const end = start + line.length
      if (node && node.kind !== 'leaf') lines.set(node.uuid, { delta, start, end, parent: node.parent })
      start = end
    }
  })
  const places: LinePlace[] = []
  for (let uuid: string | null = kept.tail; uuid !== null; ) {
    const line = lines.get(uuid)
    if (!line || places.length > lines.size) return undefined
    places.unshift({ delta: line.delta, start: line.start, end: line.end })
    if (uuid === kept.head) return places
    uuid = line.parent
  }
  return undefined
}
