import { closeSync, openSync, writeSync } from 'node:fs'
import { eachLine } from '../lib/lines.ts'

const KINDS = new Set(['user', 'assistant', 'attachment', 'system'])

/** Writes a session anew as one context: without compactions and side branches, each line after the one before. */
export function writeOneContext(from: string, to: string): void {
  const file = openSync(to, 'w', 0o600)
  let parent: string | null = null
  try {
    eachLine(from, (buffer, start, end) => {
      const line = JSON.parse(buffer.toString('utf8', start, end))
      if (line.subtype === 'compact_boundary' || line.isSidechain || line.type === 'last-prompt') return
      if (line.isCompactSummary) return
      if (typeof line.uuid === 'string') {
        if (!KINDS.has(line.type)) return // a line the client does not know would cut the context
        line.parentUuid = parent
        parent = line.uuid
      }
      writeSync(file, `${JSON.stringify(line)}\n`)
    })
  } finally {
    closeSync(file)
  }
}
