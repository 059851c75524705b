import { closeSync, constants, openSync, readSync } from 'node:fs'

/** Where a client writes the first message: Codex has its instructions and AGENTS.md before it. */
const LOOKED_AT = 256 << 10

/** Whether Stet's own summarizer command ran a session, whose first text begins with the mark: it is never captured. */
export function isOwnSession(path: string, mark: string): boolean {
  const head = Buffer.allocUnsafe(LOOKED_AT)
  let bytes = 0
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)) // a pipe is refused later, not waited for
    try {
      bytes = readSync(file, head, 0, LOOKED_AT, 0)
    } finally {
      closeSync(file)
    }
  } catch {
    return false // what cannot be read is reported by who captures it
  }
  const start = head.subarray(0, bytes)
  const at = start.indexOf(`"${mark}`)
  return at > 0 && start[at - 1] !== 0x5c // a quotation inside a text has a backslash before it
}
