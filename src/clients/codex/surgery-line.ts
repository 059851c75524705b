import { readNote, type SurgeryNote } from '../../model/surgery-note.ts'
import type { Line } from './schema.ts'

/** The type of the line that tells where a session was cut from; the client passes over types that it does not know. */
export const NOTE_TYPE = 'surgery_metadata'

/** Stet's own note, after the line that the client wants first. */
export function surgeryNoteOf({ type, payload }: Line): SurgeryNote | undefined {
  return type === NOTE_TYPE ? readNote(payload) : undefined
}
