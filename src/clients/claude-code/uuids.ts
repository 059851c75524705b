import type { OutlineLine } from '../../model/outline.ts'
import { distinctRow } from './outline-nodes.ts'
import type { OutlineTable } from './outline-table.ts'

/** A uuid that stands in two lines, and the second of them. */
interface Twice {
  readonly uuid: string
  readonly line: number
}

/**
 * Tells which uuids stand in more than one line. Of a session whose lines are known to have each its own, it is enough
 * that no line is there twice, and that none has a uuid from elsewhere: no more is looked at than has to be.
 */
export function createUuids() {
  /** The line that each row of a table was written as; 0 for none. */
  const rows = new Map<OutlineTable, Int32Array>()
  const others = new Map<string, number>()
  const found: Twice[] = []
  let last: OutlineTable | undefined
  let lines: Int32Array | undefined

  return {
    add(uuid: string, line: number, from: OutlineLine | undefined): void {
      const row = from?.uuid === uuid ? distinctRow(from) : undefined
      if (row) addRow(row, line)
      else addOther(uuid, line)
    },
    addCopied(copied: OutlineLine, line: number): void {
      const row = distinctRow(copied)
      if (row) addRow(row, line)
      else addOther(copied.uuid, line)
    },
    twice(): readonly Twice[] {
      const [most, ...rest] = [...rows].sort(([, a], [, b]) => b.length - a.length)
      for (const [table, written] of rest) {
        for (let row = 0; row < written.length; row++) if (written[row]) addOther(table.uuid[row]!, written[row]!)
      }
      if (most && others.size > 0) compare(...most)
      return found.sort((a, b) => a.line - b.line)
    },
  }

  function addRow({ table, place }: NonNullable<ReturnType<typeof distinctRow>>, line: number): void {
    if (table !== last) {
      last = table
      lines = rows.get(table) ?? new Int32Array(table.flags.length)
      rows.set(table, lines)
    }
    if (lines![place]) found.push({ uuid: table.uuid[place]!, line })
    lines![place] = line
  }

  function addOther(uuid: string, line: number): void {
    const before = others.get(uuid)
    if (before !== undefined) found.push({ uuid, line: Math.max(line, before) })
    others.set(uuid, line)
  }

  function compare({ uuid }: OutlineTable, written: Int32Array): void {
    for (let row = 0; row < written.length; row++) {
      const other = written[row] ? others.get(uuid[row]!) : undefined
      if (other !== undefined) found.push({ uuid: uuid[row]!, line: Math.max(other, written[row]!) })
    }
  }
}
