/** Longer lines than a string may hold are kept as bytes and not read. */
export const LONGEST = 500_000_000

/** What is nested deeper cannot be written as JSON again, nor walked, within a stack. No client nests so deeply. */
export const DEEPEST = 1000

/** Reads the text of one line; undefined where it is no JSON object that can be worked with. */
export function readRecord(bytes: Buffer): Readonly<Record<string, unknown>> | undefined {
  if (bytes.length > LONGEST || isNestedTooDeeply(bytes)) return undefined
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined // not JSON: the caller keeps the bytes as malformed
  }
  return isObject(value) ? value : undefined
}

export function isNestedTooDeeply(bytes: Buffer): boolean {
  if (bytes.length < 2 * DEEPEST) return false
  let depth = 0
  let inString = false
  for (let at = 0; at < bytes.length; at++) {
    const unit = bytes[at]
    if (inString) {
      if (unit === 0x5c) at++
      else if (unit === 0x22) inString = false
    } else if (unit === 0x22) inString = true
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > DEEPEST) return true
    } else if (unit === 0x7d || unit === 0x5d) depth--
  }
  return false
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
