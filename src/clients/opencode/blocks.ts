import type { BlockDraft, Role } from '../../model/block.ts'
import { isObject, isText } from '../json-record.ts'
import { note, picture } from '../kit/blocks.ts'
import { type Fields, isSpoken, isSummary, type Line, type Part, timeIn } from './schema.ts'

/** What the client notes for itself between what is said. */
const NOTED = new Set<unknown>(['step-start', 'step-finish', 'snapshot', 'patch', 'retry', 'compaction'])

/** The blocks of one message, in the order in which the client has them. */
export function blocksOf(line: Line): readonly BlockDraft[] {
  if (line.kind !== 'message') return []
  const timestamp = timeIn(line.info, 'created') ?? null
  const said = line.parts.filter(({ type }) => !NOTED.has(type))
  if (isSummary(line)) return said.map((part) => note(isText(part.text) ? part.text : part, timestamp))
  const role: Role = line.info.role === 'assistant' ? 'assistant' : 'user'
  return said.flatMap((part) => partBlocks(part, role, timestamp))
}

function partBlocks(part: Part, role: Role, timestamp: string | null): readonly BlockDraft[] {
  const about = { role, timestamp }
  if (part.type === 'text' && isText(part.text)) {
    if (role === 'user' && !isSpoken(part)) return part.text === '' ? [] : [note(part.text, timestamp)]
    return [{ ...about, type: role === 'user' ? 'user-text' : 'assistant-text', content: part.text }]
  }
  if (part.type === 'reasoning' && isText(part.text)) return [{ ...about, type: 'thinking', content: part.text }]
  if (part.type === 'tool') return toolBlocks(part, timestamp)
  const image = imageOf(part)
  return [{ ...about, type: image ? 'image' : 'unknown', content: image ?? part }]
}

/** A call, and its result where it has ended. */
function toolBlocks({ tool, callID, state }: Part, timestamp: string | null): readonly BlockDraft[] {
  const fields: Fields = isObject(state) ? state : {}
  const call = isText(callID) ? { tool_use_id: callID } : {}
  const use: BlockDraft = {
    role: 'assistant',
    timestamp,
    type: 'tool_use',
    content: fields.input ?? null,
    ...(isText(tool) && { name: tool }),
    ...call,
  }
  if (fields.status !== 'completed' && fields.status !== 'error') return [use]
  const ended = timeIn(fields, 'end')
  const failed = fields.status === 'error' || isFailedExit(fields.metadata)
  const result: BlockDraft = {
    role: 'user',
    timestamp: ended ?? timestamp,
    type: 'tool_result',
    content: fields.output ?? fields.error ?? '',
    ...call,
    ...(failed && { is_error: true }),
  }
  return [use, result]
}

/** A command that ended badly is told next to its output. */
function isFailedExit(metadata: unknown): boolean {
  return isObject(metadata) && typeof metadata.exit === 'number' && metadata.exit !== 0
}

const DATA = /^data:(image\/[\w.+-]+);base64,/

/** A picture in the common form; undefined for any other piece. */
function imageOf({ type, url }: Part): unknown {
  const [head, media_type] = (type === 'file' && isText(url) && DATA.exec(url)) || []
  if (head === undefined) return undefined
  return picture(media_type, String(url).slice(head.length))
}
