import { withFields } from '../json-fields.ts'
import { linesOf } from '../lines.ts'
import { readLine } from './read-line.ts'
import { isText, type Line } from './schema.ts'
import { sentLines } from './sent-lines.ts'

interface RenderTarget {
  readonly sessionId: string
  /** Lines whose parent is not among these follow the line before them: for a file joined of several stretches. */
  readonly bridges?: boolean
}

/** Side records a client reads back as the session's name. */
const TITLES = new Set(['custom-title', 'agent-name', 'ai-title', 'summary'])

/**
 * Writes lines of a session as a session of their own that the client resumes: the lines on the active path, linked
 * one behind the other, and the titles. Every line stays as the client wrote it but for `parentUuid` and `sessionId`.
 *
 * Other side records are left out: they name lines that are not there any more. So is a compaction's boundary: what it
 * hid is left out already, and what it kept stands in its place.
 */
export function render(file: Buffer, target: RenderTarget): Buffer {
  const raws: Buffer[] = []
  const records: Line[] = []
  for (const raw of linesOf(file)) {
    const reading = readLine(raw)
    if (reading.kind !== 'record') continue
    raws.push(raw)
    records.push(reading.record)
  }
  const sessionId = JSON.stringify(target.sessionId)
  const out: Buffer[] = []
  records.forEach((record, place) => {
    if (TITLES.has(record.type ?? '')) out.push(closed(withFields(raws[place]!, { sessionId })))
  })
  let parent = 'null'
  for (const { place, line } of sentLines(target.bridges ? bridged(records) : records)) {
    if (!isText(line.uuid)) continue
    out.push(closed(withFields(raws[place]!, { parentUuid: parent, sessionId })))
    parent = JSON.stringify(line.uuid)
  }
  return Buffer.concat(out)
}

function bridged(records: readonly Line[]): readonly Line[] {
  const known = new Set(records.map((record) => record.uuid).filter(isText))
  let before: string | null = null
  return records.map((record) => {
    const parent = before
    if (!isText(record.uuid)) return record
    before = record.uuid
    return isText(record.parentUuid) && !known.has(record.parentUuid) ? { ...record, parentUuid: parent } : record
  })
}

/** Every line ends with a newline, the last one of the source too. */
function closed(line: Buffer): Buffer {
  return line.at(-1) === 10 ? line : Buffer.concat([line, Buffer.from('\n')])
}
