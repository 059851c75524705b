import type { BlockDraft, Role } from '../../model/block.ts'
import { isText } from '../json-record.ts'
import { note, picture } from '../kit/blocks.ts'
import { type Content, contentOf, type Line, type Message, textIn } from './schema.ts'

/** Entries whose text the model is told, and where each has it. */
const TOLD: Readonly<Record<string, string>> = {
  compaction: 'summary',
  branch_summary: 'summary',
  custom_message: 'content',
}

/** The blocks of one line, in the order the client wrote them. What the client notes for itself has none. */
export function blocksOf({ type, timestamp: at, message, fields }: Line): readonly BlockDraft[] {
  const timestamp = at ?? null
  if (type === 'message') return messageBlocks(message, timestamp)
  const told = TOLD[type ?? '']
  return told === undefined ? [] : [note(textIn(fields[told]), timestamp)]
}

function messageBlocks(message: Message, timestamp: string | null): readonly BlockDraft[] {
  switch (message.role) {
    case 'user':
      return contentOf(message.content).map((piece) => userBlock(piece, timestamp))
    case 'assistant':
      return contentOf(message.content).map((piece) => replyBlock(piece, timestamp))
    case 'toolResult':
      return [
        {
          role: 'user',
          timestamp,
          type: 'tool_result',
          content: outputOf(message.content),
          ...(isText(message.toolCallId) && { tool_use_id: message.toolCallId }),
          ...(message.isError === true && { is_error: true }),
        },
      ]
    case 'bashExecution':
      return [note(`$ ${textIn(message.command)}\n${textIn(message.output)}`, timestamp)]
    case 'system':
      return [note(textIn(message.content) || (message.sections ?? ''), timestamp)]
    default:
      return [note(textIn(message.content), timestamp)]
  }
}

function userBlock(piece: Content, timestamp: string | null): BlockDraft {
  const said = { role: 'user' as Role, timestamp }
  if (piece.type === 'text' && isText(piece.text)) return { ...said, type: 'user-text', content: piece.text }
  const image = imageOf(piece)
  return { ...said, type: image ? 'image' : 'unknown', content: image ?? piece }
}

function replyBlock(piece: Content, timestamp: string | null): BlockDraft {
  const agent = { role: 'assistant' as Role, timestamp }
  switch (piece.type) {
    case 'text':
      return { ...agent, type: 'assistant-text', content: isText(piece.text) ? piece.text : '' }
    case 'thinking':
      return { ...agent, type: 'thinking', content: isText(piece.thinking) ? piece.thinking : '' }
    case 'toolCall':
      return {
        ...agent,
        type: 'tool_use',
        content: piece.arguments ?? null,
        ...(isText(piece.name) && { name: piece.name }),
        ...(isText(piece.id) && { tool_use_id: piece.id }),
      }
    default:
      return { ...agent, type: 'unknown', content: piece }
  }
}

/** What a tool gave back: a text, or pieces in the common form where there is more than one. */
function outputOf(content: unknown): unknown {
  const pieces = contentOf(content)
  if (pieces.length === 1 && isText(pieces[0]!.text)) return pieces[0]!.text
  return pieces.map((piece) => (isText(piece.text) ? { type: 'text', text: piece.text } : (imageOf(piece) ?? piece)))
}

/** A picture in the common form; undefined for any other piece. */
function imageOf({ type, data, mimeType }: Content): unknown {
  if (type !== 'image' || !isText(data)) return undefined
  return picture(isText(mimeType) ? mimeType : 'image/png', data)
}
