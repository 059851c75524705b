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
export class Uuids {
  /** The line that each row of a table was written as; 0 for none. */
  private readonly rows = new Map<OutlineTable, Int32Array>()
  private readonly others = new Map<string, number>()
  private readonly found: Twice[] = []
  private last: OutlineTable | undefined = undefined
  private lines: Int32Array | undefined = undefined

  add(uuid: string, line: number, from: OutlineLine | undefined): void {
    const row = from?.uuid === uuid ? distinctRow(from) : undefined
    if (row) this.addRow(row, line)
    else this.addOther(uuid, line)
  }

  addCopied(copied: OutlineLine, line: number): void {
    const row = distinctRow(copied)
    if (row) this.addRow(row, line)
    else this.addOther(copied.uuid, line)
  }

  twice(): readonly Twice[] {
    const [most, ...rest] = [...this.rows].sort(([, a], [, b]) => b.length - a.length)
    for (const [table, written] of rest) {
      for (let row = 0; row < written.length; row++) if (written[row]) this.addOther(table.uuid[row]!, written[row]!)
    }
    if (most && this.others.size > 0) this.compare(...most)
    return this.found.sort((a, b) => a.line - b.line)
  }

  private addRow({ table, place }: NonNullable<ReturnType<typeof distinctRow>>, line: number): void {
    if (table !== this.last) {
      this.last = table
      this.lines = this.rows.get(table) ?? new Int32Array(table.flags.length)
      this.rows.set(table, this.lines)
    }
    if (this.lines![place]) this.found.push({ uuid: table.uuid[place]!, line })
    this.lines![place] = line
  }

  private addOther(uuid: string, line: number): void {
    const before = this.others.get(uuid)
    if (before !== undefined) this.found.push({ uuid, line: Math.max(line, before) })
    this.others.set(uuid, line)
  }

  private compare({ uuid }: OutlineTable, written: Int32Array): void {
    for (let row = 0; row < written.length; row++) {
      const other = written[row] ? this.others.get(uuid[row]!) : undefined
      if (other !== undefined) this.found.push({ uuid: uuid[row]!, line: Math.max(other, written[row]!) })
    }
  }
}
