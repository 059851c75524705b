import type { KeptFinder, LinePlace } from '../client.ts'
import { linesOf } from '../lines.ts'
import type { Preserved } from './graph.ts'
import { nodeOf } from './node.ts'
import { readLine } from './read-line.ts'
import { contentOf, isText } from './schema.ts'

/** What a compaction says it kept of the lines before it. */
export function keptBy(compaction: Buffer): Preserved | undefined {
  for (const line of linesOf(compaction)) {
    const reading = readLine(line)
    const node = reading.kind === 'record' ? nodeOf(reading.record, 0) : undefined
    if (node?.kind === 'boundary') return node.preserved
  }
  return undefined
}

interface PlacedLine extends LinePlace {
  readonly uuid: string
  readonly parent: string | null
  /** The reply it is a part of. */
  readonly messageId: string | undefined
  readonly calls: readonly string[]
  readonly answers: readonly string[]
}

/**
 * Looks for the lines from the first to the last kept, and for what parallel tool calls left beside them: the other
 * parts of a kept reply and the answers to its calls, which the client sends too (see sent-lines.ts).
 *
 * Every delta is read once. A line that stands there twice counts where it stands last.
 */
export function findKept(kept: Preserved): KeptFinder {
  const lines = new Map<string, PlacedLine>()
  const replies = new Map<string, PlacedLine[]>()
  const answers = new Map<string, PlacedLine[]>()
  const path = new Map<string, PlacedLine>()
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
    return !isWhole || knowsStartOf(lines.get(kept.head)!)
  }

  /** Whether the reply that a line is a part of is known from its first part on. */
  function knowsStartOf(part: PlacedLine): boolean {
    const seen = new Set<PlacedLine>()
    let line: PlacedLine | undefined = part
    while (line && line.messageId !== undefined && line.messageId === part.messageId) {
      if (line.parent === null || seen.has(line)) return true
      seen.add(line)
      line = lines.get(line.parent)
    }
    return line !== undefined || part.messageId === undefined
  }

  return {
    readBefore(bytes) {
      for (const line of placedLines(bytes, deltas++).reverse()) {
        if (!lines.has(line.uuid)) lines.set(line.uuid, line)
        if (line.messageId !== undefined) push(replies, line.messageId, line)
        for (const call of line.answers) push(answers, call, line)
      }
      return walk()
    },
    places() {
      if (!isWhole) return undefined
      const found = new Set(path.values())
      for (const { messageId } of path.values()) {
        if (messageId === undefined) continue
        for (const part of replies.get(messageId)!) {
          found.add(part)
          for (const call of part.calls) for (const answer of answers.get(call) ?? []) found.add(answer)
        }
      }
      return [...found]
        .sort((a, b) => b.delta - a.delta || a.start - b.start)
        .map(({ delta, start, end }) => ({ delta, start, end }))
    },
  }
}

function placedLines(bytes: Buffer, delta: number): PlacedLine[] {
  const placed: PlacedLine[] = []
  let start = 0
  for (const line of linesOf(bytes)) {
    const end = start + line.length
    const reading = readLine(line)
    const node = reading.kind === 'record' ? nodeOf(reading.record, 0) : undefined
    if (reading.kind === 'record' && node && node.kind !== 'leaf') {
      const { type, message } = reading.record
      const content = contentOf(message)
      placed.push({
        delta,
        start,
        end,
        uuid: node.uuid,
        parent: node.parent,
        messageId: type === 'assistant' && isText(message?.id) ? message.id : undefined,
        calls: content.flatMap((block) => (block.type === 'tool_use' && isText(block.id) ? [block.id] : [])),
        answers: content.flatMap((block) =>
          block.type === 'tool_result' && isText(block.tool_use_id) ? [block.tool_use_id] : [],
        ),
      })
    }
    start = end
  }
  return placed
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
