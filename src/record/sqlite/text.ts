/** What SQLite takes and gives. */
export type Value = string | number | Uint8Array | null

/** Columns whose BLOBs are bytes; in any other column a BLOB is text that SQLite's TEXT would not give back exactly. */
const BYTES = new Set(['data', 'tail'])

/**
 * The value to bind: text that UTF-8 cannot hold, or that has a NUL, at which Node 22 ends it when it is read, becomes
 * a BLOB of its UTF-16 code units, so that it comes back exact.
 * The same text always becomes the same value, so comparisons and unique indexes hold.
 */
export function toColumn(value: Value): Value {
  return typeof value === 'string' && !isPlain(value) ? Buffer.from(value, 'utf16le') : value
}

function isPlain(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** A row by the names of its columns, those that were text turned back into text. */
export function fromColumns(names: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < names.length; at++) {
    const name = names[at]!
    const value = values[at]
    row[name] = isText(name, value) ? value.toString('utf16le') : value
  }
  return row
}

/** The same for a row that stays a list. */
export function restoreText(names: readonly string[], values: Value[]): void {
  for (let at = 0; at < names.length; at++) {
    const value = values[at]
    if (isText(names[at]!, value)) values[at] = value.toString('utf16le')
  }
}

function isText(name: string, value: unknown): value is Buffer {
  return typeof value === 'object' && value !== null && Buffer.isBuffer(value) && !BYTES.has(name)
}
