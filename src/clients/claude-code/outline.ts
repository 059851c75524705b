import type { Outline } from '../../model/outline.ts'
import { FLAG, KINDS } from './outline-columns.ts'
import { nodesAt } from './outline-nodes.ts'
import type { OutlineTable } from './outline-table.ts'
import { partOf } from './parts.ts'
import type { SentRows } from './sent-rows.ts'

const TITLE = KINDS.indexOf('title')

/** What the client would send of a session, from what was kept of its lines and the rows of those it sends. */
export function outlineOf(table: OutlineTable, { rows, parts, openCalls, isDistinct, areApart }: SentRows): Outline {
  const sent = nodesAt(table, rows, isDistinct)
  let at = 0
  return {
    parts: parts.map((part) => {
      const from = at
      at += part.count
      return partOf(part.kind, sent.slice(from, at), part)
    }),
    titles: titlesIn(table),
    openCalls,
    isDistinct,
    areApart,
  }
}

export function titlesIn({ flags, start, end }: OutlineTable): Outline['titles'] {
  const titles: { start: number; end: number }[] = []
  for (let row = 0; row < flags.length; row++)
    if ((flags[row]! & FLAG.kind) === TITLE) titles.push({ start: start[row]!, end: end[row]! })
  return titles
}
