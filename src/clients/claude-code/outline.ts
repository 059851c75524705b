import type { Outline, OutlinePart } from '../../model/outline.ts'
import { FLAG, KINDS } from './outline-columns.ts'
import { nodesAt, type OutlineNode } from './outline-nodes.ts'
import type { OutlineTable } from './outline-table.ts'
import { passageOf } from './passage.ts'
import { openCallsOf } from './sent-lines.ts'

const TITLE = KINDS.indexOf('title')

/** What the client would send of a session, from what was kept of its lines and the rows of those it sends. */
export function outlineOf(table: OutlineTable, rows: Int32Array): Outline {
  const sent = nodesAt(table, rows)
  return { parts: partsOf(sent, table), titles: titlesIn(table), openCalls: openCallsOf(sent) }
}

export function titlesIn({ flags, start, end }: OutlineTable): Outline['titles'] {
  const titles: { start: number; end: number }[] = []
  for (let row = 0; row < flags.length; row++)
    if ((flags[row]! & FLAG.kind) === TITLE) titles.push({ start: start[row]!, end: end[row]! })
  return titles
}

/** Cuts what is sent into rounds, messages of surgery, and what belongs to neither. */
export function partsOf(sent: readonly OutlineNode[], table: OutlineTable): readonly OutlinePart[] {
  const parts: { kind: OutlinePart['kind']; round: number; text?: string; lines: OutlineNode[] }[] = []
  let before: OutlineNode | undefined
  for (const node of sent) {
    const last = parts.at(-1)
    const { starts } = node
    if (starts === 'round') parts.push({ kind: 'round', round: node.round, lines: [node] })
    else if (starts === 'synthetic') parts.push({ kind: 'synthetic', round: 0, text: node.text!, lines: [node] })
    else if (!last || (last.kind === 'synthetic' && !(node.isAck && before?.starts === 'synthetic')))
      parts.push({ kind: 'other', round: 0, lines: [node] })
    else last.lines.push(node)
    before = node
  }
  return parts.map(({ lines, ...part }) => ({ ...part, ...passageOf(lines, table) }))
}
