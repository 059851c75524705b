import { linesOf } from '../lines.ts'
import { isText, type Line, readObject } from './schema.ts'

/** So many lines of a file are looked at. */
const LINES = 50

/** Side records without the id of a session or of a line. */
const SIDE_RECORDS: ReadonlySet<unknown> = new Set(['summary', 'file-history-snapshot', 'queue-operation'])

/**
 * A file is Claude Code's when one of its first lines is one of the client's own, chain line or side record. Of a file
 * that is named as the client names its files, nothing may have to be readable: it is damaged, and nobody else's.
 */
export function recognises(head: Buffer, isNamedSo: boolean): boolean {
  let lines = 0
  let isReadable = false
  for (const bytes of linesOf(head)) {
    if (++lines > LINES) break
    const line = readObject(bytes.toString('utf8'))
    if (!line) continue
    if (isOwn(line)) return true
    isReadable = true
  }
  return isNamedSo && !isReadable
}

function isOwn(line: Line): boolean {
  if ('surgery_metadata' in line || 'trim_metadata' in line) return true
  if (!isText(line.type)) return false
  if (isText(line.sessionId) || isText(line.leafUuid) || (isText(line.uuid) && 'parentUuid' in line)) return true
  return SIDE_RECORDS.has(line.type) || ((line.type === 'user' || line.type === 'assistant') && Boolean(line.message))
}
