import { readNote, type SurgeryNote } from '../../model/surgery-note.ts'
import { isMarked, lastIndexedIn, OWN_ID, SAID_ID } from '../kit/own-message.ts'
import { isObject, type Line, partsOf, textOf } from './schema.ts'

/**
 * What a message is: only a human one starts a round. `injected` is what the client tells the model, `snapshot` what it
 * tells it after a compaction, `answers` are those of tools, and `note` is for the person only. What Stet says itself is
 * `synthetic`, and the agent's word after it an `ack`.
 */
export type MessageKind = 'human' | 'injected' | 'snapshot' | 'answers' | 'reply' | 'note' | 'synthetic' | 'ack'

/** How the client tells the model of the editor, in a message of its own. */
const EDITOR = [
  "Here is the user's editor context as a JSON object. This is for your information only.",
  "Here is a summary of changes in the user's editor context, in JSON format. This is for your information only.",
]

/** How texts begin that the client puts in a person's place. */
const INJECTED = ['<session_context>', '<hook_context>', ...EDITOR]

/** What a compaction leaves: the model's thoughts on it may come before. */
const SNAPSHOT = /^\s*<(?:scratchpad|state_snapshot)>.*<\/state_snapshot>/s

/** What the client puts around files that a person named. */
const FILES_BEGIN = '\n--- Content from referenced files ---'
const FILES_END = '\n--- End of content ---'

/** How the id of a snapshot begins in a session that Stet wrote, where its words do not tell it. */
export const SNAPSHOT_ID = 'snapshot_'

/** Whether the client tells of the editor: an older Stet took that for a round of its own. */
export function tellsOfEditor({ type, fields }: Line): boolean {
  return type === 'user' && EDITOR.some((start) => textOf(partsOf(fields.content)[0] ?? {}).startsWith(start))
}

export function kindOfMessage({ id = '', type, fields, isSnapshot }: Line): MessageKind {
  const isOwn = id.startsWith(OWN_ID)
  if (type === 'gemini') return isOwn ? 'ack' : 'reply'
  if (type !== 'user') return 'note'
  const parts = partsOf(fields.content)
  const texts = parts.map(textOf)
  if (isOwn && isMarked(texts[0] ?? '')) return 'synthetic'
  if (isSnapshot || id.startsWith(SNAPSHOT_ID) || texts.some((text) => SNAPSHOT.test(text))) return 'snapshot'
  if (parts.some(({ functionResponse }) => isObject(functionResponse))) return 'answers'
  if (!spokenParts(fields).some(Boolean)) return 'injected'
  return id.startsWith(SAID_ID) ? 'answers' : 'human' // in the middle of a round, as answers are
}

/** Of each piece of a message in a person's place, whether the person said it. */
export function spokenParts({ content, displayContent }: Line['fields']): readonly boolean[] {
  const shown = displayContent === undefined ? undefined : new Set(partsOf(displayContent).map(textOf))
  let isFile = false
  return partsOf(content).map((part) => {
    const text = textOf(part)
    if (text === FILES_BEGIN) isFile = true
    const isSaid = !isFile && isSpoken(text) && (shown === undefined || shown.has(text))
    if (text === FILES_END) isFile = false
    return part.inlineData === undefined ? isSaid : true
  })
}

/** How a message begins that the client does not send again, whoever said it. */
const UNSENT = ['/', '?', '<session_context>', '<hook_context>']

/** Whether the client sends a message in a person's place when the session goes on. */
export function isSentAgain({ content }: Line['fields']): boolean {
  const parts = partsOf(content).filter((part) => part.text === undefined || textOf(part).trim() !== '')
  const [first] = parts
  if (!first) return false
  const start = textOf(first).trimStart()
  return first.text === undefined || !UNSENT.some((beginning) => start.startsWith(beginning))
}

/** The last number in an index of rounds; 0 for any other message. */
export function lastIndexed(line: Line): number {
  return kindOfMessage(line) === 'synthetic' ? lastIndexedIn(partsOf(line.fields.content).map(textOf)[0]!) : 0
}

function isSpoken(text: string): boolean {
  const start = text.trimStart()
  return start !== '' && !INJECTED.some((beginning) => start.startsWith(beginning))
}

/** The one field of the record that tells where a session was cut from; the client passes over records that it does not know. */
export const NOTE_FIELD = 'surgery_metadata'

export function surgeryNoteOf({ fields }: Line): SurgeryNote | undefined {
  const note = fields[NOTE_FIELD]
  return isObject(note) ? readNote(note) : undefined
}
