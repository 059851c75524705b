import type { Outline } from '../../model/outline.ts'
import type { Skimmer } from '../client.ts'
import { eachRecord, type PlaceInLine } from './each-record.ts'
import { mend } from './mend.ts'
import type { Renames } from './mend-calls.ts'
import { type Mendable, mendableOf } from './mendable.ts'
import { outlineOf, titlesIn } from './outline.ts'
import { nodesOf, type OutlineNode } from './outline-nodes.ts'
import { type OutlineTable, tableOf } from './outline-table.ts'
import { asValue } from './outline-value.ts'
import { createOutlineWriter } from './outline-writer.ts'
import { cutIntoParts } from './parts.ts'
import type { Line } from './schema.ts'
import { findSentRows, isSendable } from './sent-rows.ts'
import { staleUsage, type Weight, weigh } from './stale-usage.ts'

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
      const isPassedOver = eachRecord(line, (record, where) => take(record, line, where))
      if (isPassedOver && !mends) writer.passOver(place, place + line.length)
      place += line.length
    },
    outline(roundAt) {
      const table = tableOf([writer.take(place, number)], roundAt)
      return mends ? mendedOf(table, toMend) : outlineOf(table, findSentRows(table))
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
function mendedOf(table: OutlineTable, toMend: ReadonlyMap<number, ToMend>): Outline {
  const values = nodesOf(table).map(asValue)
  const { sent, renames, openCalls } = mend(
    values.map((node, place) => ({ ...node, ...toMend.get(node.start)!, place })), // by its place among these
  )
  const isStale = staleUsage(sent.map((node) => node.weight)) !== undefined
  const mended = sent.filter(isSendable).map(({ place }) => {
    const own = values[place]! // mending gave it other links, which a writer gives it anyway
    const names = renames.get(place)
    const line = isStale ? { ...own, context: 0 } : own
    return names ? { ...named(line, names), renames: names } : line
  })
  return { parts: cutIntoParts(mended, table), titles: titlesIn(table), openCalls, isDistinct: false, areApart: false }
}

function named(line: OutlineNode, names: Renames): OutlineNode {
  const nameOf = (call: string) => names.get(call) ?? call
  return {
    ...line,
    reply: line.reply === null ? null : nameOf(line.reply),
    ownCalls: line.ownCalls.map(nameOf),
    ownAnswers: line.ownAnswers.map(nameOf),
    blocks: line.blocks.map((block) => (block.call === undefined ? block : { ...block, call: nameOf(block.call) })),
  }
}
