import { basename } from 'node:path'
import { NUMBERED_SINCE } from '../../../model/parser-version.ts'
import { readNote, type SurgeryNote } from '../../../model/surgery-note.ts'
import { isText, type Line } from '../schema.ts'

/**
 * What the first line of a session says of where it was cut from: Stet's own note, or the metadata that other tools
 * write for a trim or a continuation, as a line of its own or inside a chain line.
 */
export function surgeryNoteOf(line: Line): SurgeryNote | undefined {
  const fields = line as Readonly<Record<string, unknown>>
  const own = readNote(fields.surgery_metadata)
  if (own) return own
  return (
    foreignNote('trim', fields.trim_metadata, 'parent_file', 'trimmed_at') ??
    foreignNote('continue', fields.continue_metadata, 'parent_session_file', 'continued_at')
  )
}

function foreignNote(kind: string, value: unknown, key: string, time: string): SurgeryNote | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { [key]: parent, [time]: at } = value as Readonly<Record<string, unknown>>
  if (!isText(parent) || parent === '') return undefined
  return {
    kind,
    parents: [basename(parent).replace(/\.jsonl$/, '')],
    at: isText(at) ? at : null,
    rounds: [],
    partial: [],
    rest: null,
    origins: [],
    highest: 0,
    parser: NUMBERED_SINCE,
  }
}
