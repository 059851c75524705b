import { readNote, type SurgeryNote } from '../../model/surgery-note.ts'
import { isObject } from '../json-record.ts'
import { isMarked, lastIndexedIn, OWN_ID, SAID_ID } from '../kit/own-message.ts'
import { type Line, textIn } from './schema.ts'

/**
 * What an entry is: only a `human` one starts a round, `words` go on in one. `told` is sent in a person's place, `system` to the
 * model alone, a `setting`, a `name` and a `note` not at all; an `edit` changes what is sent of an entry before. What Stet
 * says itself is `synthetic`, and the agent's word after it an `ack`.
 */
export type EntryKind =
  | 'about'
  | 'human'
  | 'words'
  | 'reply'
  | 'answer'
  | 'told'
  | 'system'
  | 'compaction'
  | 'synthetic'
  | 'ack'
  | 'setting'
  | 'name'
  | 'edit'
  | 'note'

/** What Stet writes in the client's own place for what extensions say and remember. */
export const OWN_TYPE = 'stet'

export function kindOf(line: Line): EntryKind {
  const { type, fields } = line
  switch (type) {
    case 'session':
      return 'about'
    case 'message':
      return kindOfMessage(line)
    case 'custom_message':
      return fields.customType === OWN_TYPE && isMarked(textIn(fields.content)) ? 'synthetic' : 'told'
    case 'branch_summary':
      return 'told'
    case 'compaction':
      return 'compaction'
    case 'model_change':
    case 'thinking_level_change':
      return 'setting'
    case 'session_info':
      return 'name'
    case 'context_edit':
      return 'edit'
    default:
      return 'note'
  }
}

function kindOfMessage({ id = '', message }: Line): EntryKind {
  switch (message.role) {
    case 'user':
      return id.startsWith(SAID_ID) ? 'words' : 'human'
    case 'assistant':
      return id.startsWith(OWN_ID) ? 'ack' : 'reply'
    case 'toolResult':
      return 'answer'
    case 'system':
      return 'system'
    case 'bashExecution':
      return message.excludeFromContext === true ? 'note' : 'told'
    default:
      return message.role === 'custom' || message.role === 'hookMessage' ? 'told' : 'note'
  }
}

/** A reply that failed or was stopped is not sent again. */
export function isSent({ message }: Line, kind: EntryKind): boolean {
  if (kind === 'reply') return message.stopReason !== 'error' && message.stopReason !== 'aborted'
  return SENT.has(kind)
}

const SENT: ReadonlySet<EntryKind> = new Set(['human', 'words', 'answer', 'told', 'compaction', 'synthetic', 'ack'])

/** Stet's own note, in an entry that is never sent. */
export function surgeryNoteOf({ type, fields }: Line): SurgeryNote | undefined {
  const isOwn = type === 'custom' && fields.customType === OWN_TYPE && isObject(fields.data)
  return isOwn ? readNote(fields.data) : undefined
}

/** The last number in an index of rounds. */
export function lastIndexed({ fields }: Line): number {
  return lastIndexedIn(textIn(fields.content))
}
