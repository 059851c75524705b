import type { Outline, OutlineLine, OutlinePart } from '../../model/outline.ts'
import type { Skimmer } from '../client.ts'
import { eachRecord, type PlaceInLine } from './each-record.ts'
import { mend } from './mend.ts'
import type { Renames } from './mend-calls.ts'
import { type Mendable, mendableOf } from './mendable.ts'
import type { OutlineColumns } from './outline-columns.ts'
import { nodesOf, type OutlineNode } from './outline-nodes.ts'
import { createOutlineWriter } from './outline-writer.ts'
import type { Line } from './schema.ts'
import { openCallsOf, sentNodes } from './sent-lines.ts'
import { staleUsage, type Weight, weigh } from './stale-usage.ts'

type RoundAt = (place: number) => number

/** What the client would send of a session, from what was kept of its lines. */
export function outlineOf(stretches: readonly OutlineColumns[], roundAt: RoundAt): Outline {
  const { nodes, titles } = nodesOf(stretches, roundAt)
  const sent = sentNodes(nodes).filter(isKept)
  return { parts: partsOf(sent), titles, openCalls: openCallsOf(sent) }
}

/**
 * Reads a session line by line and tells what the client would send of it, or what it would if the session were mended.
 * Of each line only an outline is kept, so that the largest session fits into memory.
 */
export function createSkimmer({ mends }: { readonly mends: boolean } = { mends: false }): Skimmer {
  const writer = createOutlineWriter(0, 0)
  const toMend = new Map<number, ToMend>()
  let number = 0
  let place = 0

  return {
    add(line) {
      number++
      eachRecord(line, (record, where) => take(record, line, where))
      place += line.length
    },
    outline(roundAt) {
      const columns = [writer.take(place, number)]
      return mends ? mendedOf(columns, roundAt, toMend) : outlineOf(columns, roundAt)
    },
  }

  /** Takes a record; one that the client does not read is only counted, unless the session is mended. */
  function take(record: Line, buffer: Buffer, { start: from, end, isRead, shares }: PlaceInLine): void {
    const where = { start: place + from, end: place + end, number, buffer, from }
    const isTaken = isRead || (mends && mendableOf(record, 0, false) !== undefined)
    writer.add(record, { ...where, shares, isRead: isTaken })
    if (mends) noteToMend(record, place + from, isRead)
  }

  function noteToMend(record: Line, start: number, isRead: boolean): void {
    const mendable = mendableOf(record, 0, isRead)
    if (!mendable) return
    const { isShown, opens, turn } = mendable
    toMend.set(start, { isRead, isShown, opens, turn, weight: weigh(record) })
  }
}

/** What mending takes beside what surgery knows of a line. */
type ToMend = Pick<Mendable, 'isRead' | 'isShown' | 'opens' | 'turn'> & { readonly weight: Weight }

/** The lines of a session that was mended, with what has to change in them. */
function mendedOf(columns: readonly OutlineColumns[], roundAt: RoundAt, toMend: ReadonlyMap<number, ToMend>): Outline {
  const { nodes, titles } = nodesOf(columns, roundAt)
  const { sent, renames, openCalls } = mend(nodes.map((node) => ({ ...node, ...toMend.get(node.start)! })))
  const isStale = staleUsage(sent.map((node) => node.weight)) !== undefined
  const mended = sent.filter(isKept).map(({ place }) => {
    const own = nodes[place]! // mending gave it other links, which a writer gives it anyway
    const names = renames.get(place)
    const line = isStale ? { ...own, context: 0 } : own
    return names ? { ...named(line, names), renames: names } : line
  })
  return { parts: partsOf(mended), titles, openCalls }
}

function named(line: OutlineNode, names: Renames): OutlineNode {
  return {
    ...line,
    reply: line.reply === null ? null : (names.get(line.reply) ?? line.reply),
    blocks: line.blocks.map((block) =>
      block.call === undefined ? block : { ...block, call: names.get(block.call) ?? block.call },
    ),
  }
}

function partsOf(sent: readonly OutlineNode[]): readonly OutlinePart[] {
  const parts: { kind: OutlinePart['kind']; round: number; text?: string; lines: OutlineLine[] }[] = []
  let before: OutlineNode | undefined
  for (const node of sent) {
    const last = parts.at(-1)
    if (node.starts === 'round') parts.push({ kind: 'round', round: node.round, lines: [] })
    else if (node.starts === 'synthetic') parts.push({ kind: 'synthetic', round: 0, text: node.text!, lines: [] })
    else if (!last || (last.kind === 'synthetic' && !(node.isAck && before?.starts === 'synthetic')))
      parts.push({ kind: 'other', round: 0, lines: [] })
    parts.at(-1)!.lines.push(node)
    before = node
  }
  return parts
}

function isKept({ kind, isLeftOut }: OutlineNode): boolean {
  return !isLeftOut && kind !== 'leaf' && kind !== 'foreign'
}
