import type { BlockDraft } from '../../../model/block.ts'
import type { Entry } from '../../../model/entry.ts'
import { hashHex, ownUuidOf, uuidOf } from '../../../model/id.ts'
import type { LineEdits } from '../../../model/line-edits.ts'
import {
  type Field,
  fieldSplices,
  type Splice,
  spliced,
  topLevelFields,
  withFields,
  withoutField,
} from '../../kit/json-fields.ts'
import { closed, jsonLine } from '../../lines.ts'
import type { SessionStart, SessionWriter, WriterTarget } from '../../session-writer.ts'
import type { ClaudeEntry } from '../context/entry.ts'
import { ACK_ID } from '../read/classify.ts'
import { type Content, contentOf, isText, readObject, type Usage } from '../schema.ts'
import { editContent } from './edit-content.ts'
import { type LinkFields, linkFields } from './link-fields.ts'
import { messagesOf } from './messages-of.ts'
import { contentSplices, fieldsOfLine, type LineFields } from './splice-content.ts'

const CLI = '"cli"'

/** An id that is written as it is read. */
const PLAIN = /^[\w.:-]+$/

/** What the client itself says for a call that a session ended in. */
const INTERRUPTED =
  "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown. Check whether it took effect before relying on it or running it again.]"

/**
 * Writes a session line by line as the client would have: every line linked to the one before, under the new session's
 * id, and shown in the client's list. A line without a time gets that of the line before, and none is a subagent's: the
 * client would refuse the session. Of a line nothing else changes but what the edits name.
 *
 * A class: what V8 made fast of a function that is made again for each session goes with it.
 */
export class ClaudeCodeWriter implements SessionWriter {
  private readonly sessionId: string
  private readonly cwd: string | null
  private readonly id: string
  private parent = 'null'
  private lastTime: string | number
  private said = 0
  /** The reply that blocks of the agent belong to, of those that are translated. */
  private reply: string | undefined

  constructor({ sessionId, cwd, at }: WriterTarget) {
    this.sessionId = sessionId
    this.cwd = cwd
    this.lastTime = at
    this.id = JSON.stringify(sessionId)
  }

  /** The note has no uuid, so that the client skips it. The lines with the source's title get that of the new session. */
  begin({ note, metadata, head, title }: SessionStart): Buffer {
    const named =
      head.length === 0 && title !== null
        ? [jsonLine({ type: 'ai-title', aiTitle: title, sessionId: this.sessionId })]
        : []
    return Buffer.concat([
      jsonLine({ ...metadata, surgery_metadata: note }),
      ...head.map((bytes) => closed(withFields(bytes, { ...titleFields(bytes, title), sessionId: this.id }))),
      ...named,
    ])
  }

  keep(entry: Entry, bytes: Buffer, edits?: LineEdits): Buffer {
    const fields = edits ? undefined : this.linksOf(entry as ClaudeEntry, bytes)
    if (fields) return this.moved(entry as ClaudeEntry, bytes, fields)
    const whole = fieldsOfLine(bytes)
    const splices = edits ? contentSplices(bytes, whole, edits) : []
    if (splices) return this.relinked(bytes, whole.fields, splices)
    const edited = editLine(bytes, edits!)
    return edited.length === 0 ? edited : this.relinked(edited, fieldsOfLine(edited).fields, [])
  }

  end(): Buffer {
    return Buffer.alloc(0)
  }

  /** Where a line that stays as it is has what changes all the same; undefined where it has to be gone through. */
  private linksOf({ time, isSidechain, session, parent, uuid }: ClaudeEntry, bytes: Buffer): LinkFields | undefined {
    if (time === null || isSidechain || session === undefined || !PLAIN.test(uuid)) return undefined
    const fields = linkFields(bytes)
    if (!fields || !isJson(bytes, fields.get('sessionId')!, session)) return undefined
    return parent === null || isJson(bytes, fields.get('parentUuid')!, parent) ? fields : undefined
  }

  private moved({ uuid, time }: ClaudeEntry, bytes: Buffer, fields: LinkFields): Buffer {
    const splices: Splice[] = []
    for (const [name, { start, end }] of fields) {
      const text = name === 'parentUuid' ? this.parent : name === 'sessionId' ? this.id : CLI
      splices.push({ start, end, text })
    }
    this.parent = `"${uuid}"`
    this.lastTime = time!
    return closed(spliced(bytes, splices))
  }

  private relinked(bytes: Buffer, fields: LineFields['fields'], splices: readonly Splice[]): Buffer {
    const own = (name: string) => {
      const field = fields.get(name)
      return field && bytes.toString('utf8', field.start, field.end)
    }
    const entrypoint = own('entrypoint')
    const time = timeIn(own('timestamp'))
    this.lastTime = time ?? this.lastTime
    const values = {
      parentUuid: this.parent,
      sessionId: this.id,
      ...(entrypoint !== undefined && entrypoint !== CLI && { entrypoint: CLI }),
      ...(own('isSidechain') === 'true' && { isSidechain: 'false' }), // those the client refuses
      ...(time === undefined && { timestamp: JSON.stringify(textOf(this.lastTime)) }), // without one the client refuses the session
    }
    this.parent = own('uuid') ?? this.parent
    return closed(spliced(bytes, [...splices, ...fieldSplices(bytes, values, fields)]))
  }

  private put(fields: Readonly<Record<string, unknown>>, at: string | null, idOf = uuidOf): Buffer {
    const { sessionId, cwd } = this
    const uuid = idOf(`${sessionId}\0${this.said++}\0${JSON.stringify(fields)}`)
    const record = {
      parentUuid: JSON.parse(this.parent),
      isSidechain: false,
      userType: 'external',
      entrypoint: 'cli',
      ...(cwd !== null && { cwd }),
      sessionId,
      ...fields,
      uuid,
      timestamp: at ?? textOf(this.lastTime),
    }
    this.parent = JSON.stringify(uuid)
    this.lastTime = record.timestamp
    return jsonLine(record)
  }

  say(text: string, answer: string | null, at: string | null): Buffer {
    this.reply = undefined
    const question = this.put({ type: 'user', message: { role: 'user', content: text } }, at, ownUuidOf)
    if (answer === null) return question
    const message = reply(answer, `${this.sessionId}${this.said}`)
    return Buffer.concat([question, this.put({ type: 'assistant', message }, at, ownUuidOf)])
  }

  /** Each block of the agent on a line of its own, as the client has it, those of one reply under one id. */
  render(blocks: readonly BlockDraft[], at: string | null, goesOn = false): Buffer {
    return Buffer.concat(
      messagesOf(blocks).map(({ type, isCompactSummary, content }) => {
        if (type === 'assistant') {
          this.reply ??= `msg_${hashHex(`${this.sessionId}\0${this.said}`).slice(0, 24)}`
          return this.put({ type, message: { ...reply('', ''), id: this.reply, content } }, at)
        }
        this.reply = undefined
        const beside = goesOn && !isCompactSummary && { toolUseResult: '' } // it came with a result: no round begins
        return this.put(
          { type, ...(isCompactSummary && { isCompactSummary }), message: { role: 'user', content }, ...beside },
          at,
        )
      }),
    )
  }

  interrupted(call: string, at: string | null): Buffer {
    this.reply = undefined
    const content = [{ type: 'tool_result', content: INTERRUPTED, is_error: true, tool_use_id: call }]
    return this.put({ type: 'user', message: { role: 'user', content } }, at)
  }
}

/** The new title, in the field where a line has the old one; the client's list takes the first kind it finds. */
function titleFields(bytes: Buffer, title: string | null): Readonly<Record<string, string>> {
  const field = TITLE_FIELDS[readObject(bytes.toString('utf8'))?.type as keyof typeof TITLE_FIELDS]
  return field === undefined || title === null ? {} : { [field]: JSON.stringify(title) }
}

const TITLE_FIELDS = { 'custom-title': 'customTitle', 'ai-title': 'aiTitle', summary: 'summary' } as const

/** Whether a text is written there without escapes. */
function isJson(bytes: Buffer, { start, end }: Field, text: string): boolean {
  return PLAIN.test(text) && text.length === end - start - 2 && bytes.toString('latin1', start + 1, end - 1) === text
}

function textOf(time: string | number): string {
  return typeof time === 'string' ? time : new Date(time).toISOString()
}

/** The time in a field's JSON, where it is one. */
function timeIn(json: string | undefined): string | undefined {
  const time: unknown = json?.startsWith('"') ? JSON.parse(json) : undefined
  return typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? time : undefined
}

function reply(text: string, seed: string) {
  return {
    id: `${ACK_ID}${hashHex(seed).slice(0, 20)}`,
    type: 'message',
    role: 'assistant',
    model: '<synthetic>',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  }
}

/** The line with its edits; empty where no block of it is left. */
function editLine(bytes: Buffer, { blocks, renames, context }: LineEdits): Buffer {
  const record = readObject(bytes.toString('utf8'))
  if (!record) return bytes
  const message: Record<string, string> = {}
  const content = contentOf(record.message)
  if (blocks.size > 0 || namesOne(content, renames)) {
    const edited = editContent(content, blocks).map((block) => renamed(block, renames))
    if (edited.length === 0) return Buffer.alloc(0)
    message.content = JSON.stringify(edited)
  }
  const replyId = record.message?.id
  if (replyId !== undefined && renames?.has(replyId)) message.id = JSON.stringify(renames.get(replyId))
  if (context !== undefined && record.message) message.usage = JSON.stringify(usageOf(record.message.usage, context))
  const fields: Record<string, string> = {}
  if (Object.keys(message).length > 0) fields.message = messageWith(bytes, message)
  if (isText(record.uuid) && renames?.has(record.uuid)) fields.uuid = JSON.stringify(renames.get(record.uuid))
  const out = Object.keys(fields).length > 0 ? withFields(bytes, fields) : bytes
  return blocks.size > 0 ? withoutField(out, 'toolUseResult') : out
}

/** The `message` of a line with some of its own fields replaced, the others as they are there. */
function messageWith(bytes: Buffer, values: Readonly<Record<string, string>>): string {
  const { start, end } = topLevelFields(bytes, ['message']).get('message')!
  return withFields(bytes.subarray(start, end), values).toString('utf8')
}

function namesOne(content: readonly Content[], renames: LineEdits['renames']): boolean {
  return content.some(({ id, tool_use_id }) => renames?.has(id ?? '') || renames?.has(tool_use_id ?? ''))
}

function renamed(block: Content, renames: LineEdits['renames']): Content {
  const id = renames?.get(block.id ?? '')
  const call = renames?.get(block.tool_use_id ?? '')
  return { ...block, ...(id !== undefined && { id }), ...(call !== undefined && { tool_use_id: call }) }
}

/** What the client reads as the size of the context: all of it as input that was in no cache. */
function usageOf(usage: Usage | undefined, context: number): Usage {
  const output = typeof usage?.output_tokens === 'number' ? usage.output_tokens : 0
  return {
    ...usage,
    input_tokens: Math.max(0, context - output),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: output,
  }
}
