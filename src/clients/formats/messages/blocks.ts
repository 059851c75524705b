import type { BlockDraft } from '../../../model/block.ts'
import { isObject, isText, readRecord } from '../../json-record.ts'
import { note, picture } from '../../kit/blocks.ts'
import { BUREAU_AGENT } from '../bureau-agent.ts'
import { itemsIn, plainValue } from '../cbor.ts'
import { EVENTS } from '../events.ts'

type Fields = Readonly<Record<string, unknown>>

/** Reads one message, in JSON or in CBOR; undefined where it is none. */
export function readMessage(bytes: Buffer): Fields | undefined {
  if (bytes[0] === undefined || bytes[0] < 0x80) return readRecord(bytes)
  const [item] = itemsIn(Buffer.concat([ONE, bytes])) ?? []
  const value = plainValue(item)
  return isObject(value) ? value : undefined
}

/** An array of one item in CBOR. */
const ONE = Buffer.from([0x81])

/** The blocks of one message of any of these forms. */
export function blocksOf(fields: Fields): readonly BlockDraft[] {
  const { type, role } = fields
  if (isText(type) && isObject(fields[type])) return decoded(EVENTS, fields)
  if (fields.Role !== undefined || isBureaus(fields)) return decoded(BUREAU_AGENT, fields)
  if (isText(type) && role === undefined) return itemBlocks(fields)
  if (role === 'system' || role === 'developer') return [note(textIn(fields.content), null)]
  if (role === 'tool') return [resultOf(fields.tool_call_id, fields.content, false)]
  return role === 'assistant' ? replyBlocks(fields) : piecesOf(fields.content).map(userBlock)
}

function decoded(format: typeof EVENTS, fields: Fields): readonly BlockDraft[] {
  const messages = format.decode(Buffer.from(JSON.stringify([fields]))) ?? []
  return messages.flatMap(({ blocks }) => blocks)
}

/** An item of the Responses form that is no message. */
function itemBlocks({
  type,
  name,
  arguments: given,
  input,
  call_id: id,
  output,
  summary,
}: Fields): readonly BlockDraft[] {
  const call = isText(id) && { tool_use_id: id }
  if (type === 'function_call_output' || type === 'custom_tool_call_output') return [resultOf(id, output, false)]
  if (type === 'function_call' || type === 'custom_tool_call')
    return [{ ...AGENT, type: 'tool_use', content: inputOf(given ?? input), ...(isText(name) && { name }), ...call }]
  if (type === 'reasoning') return [{ ...AGENT, type: 'thinking', content: textIn(summary) }]
  return []
}

/** What a call was given: JSON in a text, mostly. */
function inputOf(given: unknown): unknown {
  return isText(given) ? (readRecord(Buffer.from(given)) ?? given) : (given ?? null)
}

/** With Bureau's own names in small letters. */
function isBureaus({ content }: Fields): boolean {
  return (
    Array.isArray(content) &&
    content.some((piece) => isObject(piece) && (isObject(piece.tool_use) || isObject(piece.tool_result)))
  )
}

const AGENT = { role: 'assistant', timestamp: null } as const
const PERSON = { role: 'user', timestamp: null } as const

function replyBlocks({ content, reasoning_content, tool_calls }: Fields): readonly BlockDraft[] {
  const calls = Array.isArray(tool_calls) ? tool_calls.filter(isObject) : []
  return [
    ...(isText(reasoning_content) && reasoning_content !== ''
      ? [{ ...AGENT, type: 'thinking' as const, content: reasoning_content }]
      : []),
    ...piecesOf(content).map(agentBlock),
    ...calls.map(({ id, function: called }): BlockDraft => {
      const { name, arguments: given } = isObject(called) ? called : {}
      return {
        ...AGENT,
        type: 'tool_use',
        content: inputOf(given),
        ...(isText(name) && { name }),
        ...(isText(id) && { tool_use_id: id }),
      }
    }),
  ]
}

function agentBlock(piece: Fields): BlockDraft {
  const { type, text, thinking, id, name, input } = piece
  if (type === 'thinking') return { ...AGENT, type, content: isText(thinking) ? thinking : '' }
  if (type === 'tool_use')
    return {
      ...AGENT,
      type,
      content: input ?? null,
      ...(isText(name) && { name }),
      ...(isText(id) && { tool_use_id: id }),
    }
  return isText(text)
    ? { ...AGENT, type: 'assistant-text', content: text }
    : { ...AGENT, type: 'unknown', content: piece }
}

function userBlock(piece: Fields): BlockDraft {
  const { type, text, tool_use_id, content, is_error } = piece
  if (type === 'tool_result') return resultOf(tool_use_id, content, is_error === true)
  if (isText(text)) return { ...PERSON, type: 'user-text', content: text }
  const image = imageOf(piece)
  return { ...PERSON, type: image ? 'image' : 'unknown', content: image ?? piece }
}

function resultOf(id: unknown, content: unknown, failed: boolean): BlockDraft {
  return {
    ...PERSON,
    type: 'tool_result',
    content: content ?? '',
    ...(isText(id) && { tool_use_id: id }),
    ...(failed && { is_error: true }),
  }
}

function imageOf(piece: Fields): unknown {
  if (piece.type === 'image') return piece
  const { url } = isObject(piece.image_url) ? piece.image_url : {}
  const [, media, data] = (isText(url) && /^data:(image\/[\w.+-]+);base64,(.*)$/s.exec(url)) || []
  return media === undefined ? undefined : picture(media, data)
}

function piecesOf(content: unknown): readonly Fields[] {
  if (isText(content)) return content === '' ? [] : [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isObject) : []
}

function textIn(content: unknown): string {
  return piecesOf(content)
    .flatMap(({ text }) => (isText(text) ? text : []))
    .join('\n')
}
