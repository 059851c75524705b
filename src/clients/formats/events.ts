import type { BlockDraft } from '../../model/block.ts'
import { toUtc } from '../../model/time.ts'
import { isObject, isText } from '../json-record.ts'
import { arrayFormat, jsonOf } from './array-format.ts'
import { contentText } from './content-text.ts'
import type { Message } from './format.ts'

/** What happened, under the name of its type. */
type Payload = Readonly<Record<string, unknown>>

/**
 * What an agent was told, thought, did and said, one event each. Two fields are Stet's own, and others pass over them:
 * `parts`, what was said or given back where that is more than one text, and `own` for what Stet said.
 */
export const EVENTS = arrayFormat({
  id: 'events-v1',
  description:
    'A CBOR (or JSON) array of events in order. Each is {timestamp, type} and one more field named as its type: prompt {content, source}, response {content}, thinking {content, signature}, tool_call {id, name, input as JSON}, tool_result {id, output, is_error}, system {subtype, message}; also error, output and metric.',
  holds: ['user-text', 'assistant-text', 'thinking', 'tool_use', 'tool_result', 'image', 'note'],
  read: (item) => messageOf(item) ?? [],
  write: (messages) => messages.flatMap(eventsOf),
  packed(item) {
    if (!isObject(item) || !isObject(item.tool_call) || item.tool_call.input === undefined) return item
    return { ...item, tool_call: { ...item.tool_call, input: jsonOf(item.tool_call.input) } }
  },
})

function messageOf(item: unknown): readonly Message[] | undefined {
  if (!isObject(item) || !isText(item.type)) return undefined
  const payload = item[item.type]
  if (!isObject(payload)) return undefined
  const timestamp = timeOf(item.timestamp)
  const agent = { role: 'assistant' as const, timestamp }
  switch (item.type) {
    case 'prompt':
      return prompted(payload, timestamp)
    case 'response':
      return said({ ...agent, type: 'assistant-text', content: String(payload.content ?? '') })
    case 'thinking':
      return said({ ...agent, type: 'thinking', content: String(payload.content ?? '') })
    case 'tool_call':
      return said({
        ...agent,
        type: 'tool_use',
        content: payload.input ?? null,
        ...nameIn(payload),
        ...callIn(payload),
      })
    case 'tool_result':
      return said({
        role: 'user',
        timestamp,
        type: 'tool_result',
        content: payload.parts ?? payload.output ?? '',
        ...callIn(payload),
        ...(payload.is_error === true && { is_error: true }),
      })
    case 'system':
      if (payload.subtype !== 'compact_boundary' || !isText(payload.message) || payload.message === '') return undefined
      return [{ kind: 'summary', blocks: [note(payload.message, timestamp)] }]
    case 'error':
      return said(note(String(payload.message ?? ''), timestamp))
    default:
      return undefined
  }
}

function prompted({ content, source, parts, own }: Payload, timestamp: string | null): readonly Message[] {
  const told = [note(String(content ?? ''), timestamp)]
  if (source === 'injected') return [{ kind: own === true ? 'own' : 'said', blocks: told }]
  const person = { role: 'user' as const, timestamp }
  const blocks = (Array.isArray(parts) ? parts.filter(isObject) : []).flatMap((part): readonly BlockDraft[] => {
    if (isText(part.text)) return [{ ...person, type: 'user-text', content: part.text }]
    return part.type === 'image' ? [{ ...person, type: 'image', content: part }] : []
  })
  return said(
    ...(blocks.length > 0 ? blocks : [{ ...person, type: 'user-text' as const, content: String(content ?? '') }]),
  )
}

/** The events of one message; what a person says in it is one. */
function eventsOf({ kind, blocks }: Message): readonly object[] {
  const told = blocks.filter(({ type }) => type === 'user-text' || type === 'image')
  return blocks.flatMap((block) => {
    if (block !== told[0] && told.includes(block)) return []
    const [type, payload] = block === told[0] ? prompt(told) : payloadOf(block, kind)
    return [{ ...(block.timestamp !== null && { timestamp: block.timestamp }), type, [type]: payload }]
  })
}

function prompt(told: readonly BlockDraft[]): readonly [string, Payload] {
  const parts = told.map(({ type, content }) => (type === 'image' ? content : { type: 'text', text: String(content) }))
  const isPlain = told.length === 1 && told[0]!.type === 'user-text'
  return ['prompt', { content: contentText(parts), source: 'user', ...(!isPlain && { parts }) }]
}

function payloadOf(block: BlockDraft, kind: Message['kind']): readonly [string, Payload] {
  const { type, content, name, tool_use_id: id, is_error } = block
  switch (type) {
    case 'assistant-text':
      return ['response', { content: contentText(content) }]
    case 'thinking':
      return ['thinking', { content: contentText(content) }]
    case 'tool_use':
      return ['tool_call', { ...(id !== undefined && { id }), name: name ?? 'tool', input: jsonOf(content) }]
    case 'tool_result':
      return [
        'tool_result',
        {
          ...(id !== undefined && { id }),
          output: contentText(content),
          ...(is_error && { is_error }),
          ...(!isText(content) && { parts: content }),
        },
      ]
    default:
      if (kind === 'summary') return ['system', { subtype: 'compact_boundary', message: contentText(content) }]
      return ['prompt', { content: contentText(content), source: 'injected', ...(kind === 'own' && { own: true }) }]
  }
}

function said(...blocks: readonly BlockDraft[]): readonly Message[] {
  return [{ kind: 'said', blocks }]
}

function note(content: string, timestamp: string | null): BlockDraft {
  return { role: 'system', type: 'note', timestamp, content }
}

function callIn({ id }: Payload) {
  return isText(id) && { tool_use_id: id }
}

function nameIn({ name }: Payload) {
  return isText(name) && { name }
}

/** A time as text, or in seconds as CBOR has it; null for what is none. */
function timeOf(value: unknown): string | null {
  if (isText(value)) return toUtc(value) === undefined ? null : value
  const ms = typeof value === 'number' ? Math.round(value * 1000) : Number.NaN
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : null
}
