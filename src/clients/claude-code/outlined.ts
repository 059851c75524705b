import type { Outlined } from '../client.ts'
import { outlineOf, titlesIn } from './outline.ts'
import { decodeColumns, type OutlineColumns } from './outline-columns.ts'
import { nodesOf } from './outline-nodes.ts'
import { type OutlineTable, tableOf } from './outline-table.ts'
import { asValue } from './outline-value.ts'
import { createOutliner } from './outliner.ts'
import { decodeSentRows, encodeSentRows, findSentRows, type SentRows } from './sent-rows.ts'

/** Outlines that follow one another from the first byte on; what does not, or is of another version, is passed over. */
export function outlined(outlines: readonly Uint8Array[]): Outlined {
  const stretches = chained(outlines.map(decodeColumns).filter((columns) => columns !== undefined))
  const last = stretches.at(-1)
  const bytes = last?.to ?? 0
  const kept = outlines.map((outline) => decodeSentRows(outline, bytes)).find((sent) => sent !== undefined)
  const rowsIn = (table: OutlineTable) => kept ?? findSentRows(table)
  return {
    bytes,
    hasPath: kept !== undefined,
    outliner: () => createOutliner({ bytes, lines: last?.lastLine ?? 0, isOpen: last?.isOpen ?? false }),
    outline(roundAt) {
      const table = tableOf(stretches, roundAt)
      return outlineOf(table, rowsIn(table))
    },
    path: () => encodeSentRows(findSentRows(tableOf(stretches, () => 0)), bytes),
    text() {
      const table = tableOf(stretches, () => 0)
      return outlineText(table, rowsIn(table))
    },
  }
}

function chained(stretches: readonly OutlineColumns[]): readonly OutlineColumns[] {
  const byStart = new Map(stretches.map((stretch) => [stretch.from, stretch]))
  const chain: OutlineColumns[] = []
  for (let next = byStart.get(0); next && next.to > next.from; next = byStart.get(next.to)) chain.push(next)
  return chain
}

/** The same text for the same lines, however they were cut into stretches. */
function outlineText(table: OutlineTable, { rows, ...sent }: SentRows): string {
  const lines = nodesOf(table).map((node) => {
    const { places, placesAt, ...line } = asValue(node)
    const own = Array.from({ length: places[placesAt]! }, (_, nth) => places[placesAt + 1 + nth]!)
    return JSON.stringify({ ...line, places: own })
  })
  const rest = [titlesIn(table), table.passedOver, sent].map((value) => JSON.stringify(value))
  return [...lines, ...rest, rows.join(' ')].join('\n')
}
