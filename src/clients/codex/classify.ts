import { readNote, type SurgeryNote } from '../../model/surgery-note.ts'
import { isMarked, lastIndexedIn, OWN_ID, SAID_ID } from '../kit/own-message.ts'
import { contentOf, isObject, isText, type Line, type Payload, textOf } from './schema.ts'

/** What a message in a person's place really is; only a human one starts a round, `words` go on in one. */
export type UserKind = 'human' | 'words' | 'injected' | 'synthetic'

/** How texts begin that the client puts in a person's place. */
const INJECTED = [
  '<environment_context>',
  '<user_instructions>',
  '# AGENTS.md instructions for ',
  '<skill>',
  '<user_shell_command>',
  '<turn_aborted>',
  '<subagent_notification>',
  '<codex_internal_context',
  '<goal_context>',
  '<hook_prompt',
  '<permissions instructions>',
  '<collaboration_mode>',
  '<realtime_conversation>',
  '<model_switch>',
  'Another language model started to solve this problem and produced a summary',
]

/** What the client writes around a picture or a recording, as texts of their own. */
const WRAPPER = /^(?:<(?:image|audio)(?: name=[^\n]*)?>|<\/(?:image|audio)>)$/

/**
 * Tells what people say from what the client writes in the same form: where it is, what the project asks for, skills,
 * interrupts and notices. New versions say of each piece where it comes from; of older ones the beginnings tell.
 */
export function kindOfUserMessage(item: Payload): UserKind {
  const content = contentOf(item.content)
  const [first] = content
  if (first && isOwn(item) && isMarked(textOf(first))) return 'synthetic'
  if (isText(item.id) && item.id.startsWith(SAID_ID)) return 'words'
  const kinds = kindsOf(item)
  if (kinds.length > 0 && kinds.length === content.length) {
    return kinds.some((kind) => kind.startsWith('user.')) ? 'human' : 'injected'
  }
  return content.some((piece) => piece.type === 'input_image' || isSpoken(textOf(piece))) ? 'human' : 'injected'
}

/** True for a text that a person wrote: neither the client's own nor a frame around a picture. */
export function isSpoken(text: string): boolean {
  const start = text.slice(0, 200).trimStart()
  return start !== '' && !INJECTED.some((beginning) => start.startsWith(beginning)) && !WRAPPER.test(text)
}

/** The last number in an index of rounds; 0 for any other message. */
export function lastIndexed(item: Payload): number {
  const text = contentOf(item.content).map(textOf)[0] ?? ''
  return isOwn(item) && isMarked(text) ? lastIndexedIn(text) : 0
}

/** True for the agent's word after a message that surgery wrote: nobody said it. */
export function isAck(item: Payload): boolean {
  return item.role === 'assistant' && isOwn(item)
}

/** The id tells, which no message holds: a person may paste the same text, and has said it then. */
function isOwn({ id }: Payload): boolean {
  return isText(id) && id.startsWith(OWN_ID)
}

function kindsOf(item: Payload): readonly string[] {
  const about = item.internal_chat_message_metadata_passthrough
  const kinds = isObject(about) ? about.content_item_kinds : undefined
  return Array.isArray(kinds) ? kinds.filter(isText) : []
}

/** The type of the line that tells where a session was cut from; the client passes over types that it does not know. */
export const NOTE_TYPE = 'surgery_metadata'

/** Stet's own note, after the line that the client wants first. */
export function surgeryNoteOf({ type, payload }: Line): SurgeryNote | undefined {
  return type === NOTE_TYPE ? readNote(payload) : undefined
}
