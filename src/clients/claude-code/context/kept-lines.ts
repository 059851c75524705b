import type { KeptFinder, LineInDelta } from '../../client.ts'
import { linesOf } from '../../lines.ts'
import { nodeOf, type Preserved } from '../read/graph.ts'
import { readLine } from '../read/read-line.ts'

/** What a compaction says it kept of the lines before it. */
export function keptBy(compaction: Buffer): Preserved | undefined {
  for (const line of linesOf(compaction)) {
    const reading = readLine(line)
    const node = reading.kind === 'record' ? nodeOf(reading.record, 0) : undefined
    if (node?.kind === 'boundary') return node.preserved
  }
  return undefined
}

interface FoundLine extends LineInDelta {
  readonly uuid: string
  readonly parent: string | null
}

/**
 * Looks for the lines from the first to the last kept. What parallel tool calls left next to them the client does not send
 * any more.
 *
 * Every delta is read once. A line that is there twice counts where it is last.
 */
export function findKept(kept: Preserved): KeptFinder {
  const lines = new Map<string, FoundLine>()
  const path = new Map<string, FoundLine>()
  let wanted: string | null = kept.tail
  let isWhole = false
  let deltas = 0

  /** Walks up from the last line as far as the lines are known; true when no older line can change what was found. */
  function walk(): boolean {
    while (!isWhole && wanted !== null) {
      const line = lines.get(wanted)
      if (!line) return false
      if (path.has(wanted)) return true // in a circle: the first line is never reached
      path.set(wanted, line)
      isWhole = wanted === kept.head
      wanted = line.parent
    }
    return true
  }

  return {
    readBefore(bytes) {
      for (const line of placedLines(bytes, deltas++).reverse()) if (!lines.has(line.uuid)) lines.set(line.uuid, line)
      return walk()
    },
    lines() {
      if (!isWhole) return undefined
      return [...path.values()]
        .sort((a, b) => b.delta - a.delta || a.start - b.start)
        .map(({ delta, start, end }) => ({ delta, start, end }))
    },
  }
}

function placedLines(bytes: Buffer, delta: number): FoundLine[] {
  const placed: FoundLine[] = []
  let start = 0
  for (const line of linesOf(bytes)) {
    const end = start + line.length
    const reading = readLine(line)
    const node = reading.kind === 'record' ? nodeOf(reading.record, 0) : undefined
    if (node && node.kind !== 'leaf') placed.push({ delta, start, end, uuid: node.uuid, parent: node.parent })
    start = end
  }
  return placed
}
