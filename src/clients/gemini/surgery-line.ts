import { readNote, type SurgeryNote } from '../../model/surgery-note.ts'
import { isObject, type Line } from './schema.ts'

/** The one field of the record that tells where a session was cut from; the client passes over records that it does not know. */
export const NOTE_FIELD = 'surgery_metadata'

export function surgeryNoteOf({ fields }: Line): SurgeryNote | undefined {
  const note = fields[NOTE_FIELD]
  return isObject(note) ? readNote(note) : undefined
}
