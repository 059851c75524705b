import type { Statements } from './connection.ts'

/** FTS5 keeps its totals in this row; the first number is how many rows it has. */
const TOTALS = 1

/** How many texts there are, without counting them. */
export function rowCount(sql: Statements): number {
  const row = sql.get<{ block: Buffer }>('SELECT block FROM texts_data WHERE id = ?', [TOTALS])
  return row ? firstNumber(row.block) : 0
}

/** A number in SQLite's form: seven bits a byte, the highest first, and a bit that says whether more follow. */
function firstNumber(bytes: Buffer): number {
  let value = 0
  for (const byte of bytes) {
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return value
  }
  return value
}
