import { isOwnUuid } from '../../../model/id.ts'
import { contentOf, isText, type Line } from '../schema.ts'

/** How every message begins that surgery puts into a session; such messages are no rounds. Others may speak of it. */
const MARK = /^# [^\n]{0,400}\n<!-- stet:(?:index|legend|lineage|summary)\b/

/**
 * True for a message surgery wrote, such as an index of rounds: its uuid tells, which no message holds. A person may paste
 * the same text, and has said it then.
 */
export function isSynthetic(line: Line): boolean {
  if (line.type !== 'user' || !isText(line.uuid) || !isOwnUuid(line.uuid)) return false
  const [content] = contentOf(line.message)
  return content?.type === 'text' && isText(content.text) && MARK.test(content.text)
}

/** The last number in an index of rounds; 0 for any other line. */
export function lastIndexed(line: Line): number {
  const text = isSynthetic(line) ? contentOf(line.message)[0]!.text! : ''
  return Number(/^[^\n]*\n<!-- stet:index [^\n]* rounds=(?:[\d,-]*\D)?(\d{1,7}) /.exec(text)?.[1] ?? 0)
}

/** How the id of a message begins that surgery has the agent say. */
export const ACK_ID = 'msg_stet_'

/** True for the agent's word after a message that surgery wrote: nobody said it. */
export function isAck(line: Line): boolean {
  return line.type === 'assistant' && isText(line.message?.id) && line.message.id.startsWith(ACK_ID)
}
