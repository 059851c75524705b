import { linesOf } from '../../lines.ts'
import { isText, type Line, readObject } from '../schema.ts'

/** So many lines of a file are looked at. */
const LINES = 50

/** Side records without the id of a session or of a line. */
const SIDE_RECORDS: ReadonlySet<unknown> = new Set(['summary', 'file-history-snapshot', 'queue-operation'])

/**
 * A file is Claude Code's when one of its first lines is one of the client's own, chain line or side record. A file that is
 * named as the client names its files may begin with damage, or with side records that nobody knows yet, but with no line
 * of another client.
 */
export function recognises(head: Buffer, isNamedSo: boolean): boolean {
  let lines = 0
  for (const bytes of linesOf(head)) {
    if (++lines > LINES) break
    const line = readObject(bytes.toString('utf8'))
    if (!line) continue
    if (isOwn(line)) return true
    if (isAnothers(line)) return false
  }
  return isNamedSo
}

function isOwn(line: Line): boolean {
  if ('surgery_metadata' in line || 'trim_metadata' in line) return true
  if (!isText(line.type)) return false
  if (isText(line.sessionId) || isText(line.leafUuid) || (isText(line.uuid) && 'parentUuid' in line)) return true
  return SIDE_RECORDS.has(line.type) || ((line.type === 'user' || line.type === 'assistant') && Boolean(line.message))
}

/** Whether a line names itself or what it holds in a way that Claude Code does not. */
function isAnothers(line: Line): boolean {
  return 'payload' in line || ('id' in line && !('uuid' in line)) || 'projectHash' in line
}
