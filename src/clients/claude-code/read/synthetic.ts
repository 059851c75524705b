import { isOwnUuid } from '../../../model/id.ts'
import { isMarked, lastIndexedIn, OWN_ID } from '../../own-message.ts'
import { contentOf, isText, type Line } from '../schema.ts'

/**
 * True for a message surgery wrote, such as an index of rounds: its uuid tells, which no message holds. A person may paste
 * the same text, and has said it then.
 */
export function isSynthetic(line: Line): boolean {
  if (line.type !== 'user' || !isText(line.uuid) || !isOwnUuid(line.uuid)) return false
  const [content] = contentOf(line.message)
  return content?.type === 'text' && isText(content.text) && isMarked(content.text)
}

/** The last number in an index of rounds; 0 for any other line. */
export function lastIndexed(line: Line): number {
  return isSynthetic(line) ? lastIndexedIn(contentOf(line.message)[0]!.text!) : 0
}

/** How the id of a message begins that surgery has the agent say. */
export const ACK_ID = OWN_ID

/** True for the agent's word after a message that surgery wrote: nobody said it. */
export function isAck(line: Line): boolean {
  return line.type === 'assistant' && isText(line.message?.id) && line.message.id.startsWith(ACK_ID)
}
