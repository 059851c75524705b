import { closeSync, openSync, readSync } from 'node:fs'
import { SUMMARIZER_MARK } from '../model/summarizer-mark.ts'

/** Where a client writes the first message, its own lines before it included. */
const LOOKED_AT = 64 << 10
/** A text that begins with the mark; one that quotes it has a backslash before its quotation mark. */
const MARKED = `"${SUMMARIZER_MARK}`

/** Whether a session is one that Stet's own summarizer command ran: such a session is never captured. */
export function isOwnSession(path: string): boolean {
  const head = Buffer.allocUnsafe(LOOKED_AT)
  let bytes = 0
  try {
    const file = openSync(path, 'r')
    try {
      bytes = readSync(file, head, 0, LOOKED_AT, 0)
    } finally {
      closeSync(file)
    }
  } catch {
    return false // what cannot be read is reported by who captures it
  }
  const start = head.subarray(0, bytes)
  const at = start.indexOf(MARKED)
  return at > 0 && start[at - 1] !== 0x5c
}
