/** What SQLite takes and gives. */
export type Value = string | number | Uint8Array | null

/** Columns whose BLOBs are bytes; in any other column a BLOB is text that is no valid Unicode. */
const BYTES = new Set(['data', 'tail'])

/**
 * The value to bind: text that UTF-8 cannot hold becomes a BLOB of its UTF-16 code units, so that it comes back exact.
 * The same text always becomes the same value, so comparisons and unique indexes hold.
 */
export function toColumn(value: Value): Value {
  return typeof value === 'string' && !value.isWellFormed() ? Buffer.from(value, 'utf16le') : value
}

/** Turns the columns of a row that were text back into text, in place. */
export function fromColumns<Row extends object>(row: Row): Row {
  const columns = row as Record<string, unknown>
  for (const name in columns) {
    const value = columns[name]
    if (Buffer.isBuffer(value) && !BYTES.has(name)) columns[name] = value.toString('utf16le')
  }
  return row
}
