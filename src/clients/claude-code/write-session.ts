import type { BlockDraft } from '../../model/block.ts'
import { hashHex, uuidOf } from '../../model/id.ts'
import type { LineEdits } from '../../model/line-edits.ts'
import type { LineRun, SessionWriter, WriterTarget } from '../client.ts'
import { fieldSplices, type Splice, spliced, topLevelFields, withFields, withoutField } from '../json-fields.ts'
import { editContent } from './edit-content.ts'
import { messagesOf } from './messages-of.ts'
import { PLACED } from './places.ts'
import { COPY_OF_RESULT, FIRST_RESULT } from './result-places.ts'
import { type Content, contentOf, isText, readObject, type Usage } from './schema.ts'
import { contentSplices, fieldsOfLine, type LineFields, resultSplice } from './splice-content.ts'
import { ACK_ID } from './synthetic.ts'

/** Where no line has a time yet. */
const SOME_TIME = '2020-01-01T00:00:00.000Z'

const NEWLINE = 0x0a
const QUOTE = 0x22
const COLON = 0x3a
const PARENT = PLACED.indexOf('parentUuid')
const SESSION = PLACED.indexOf('sessionId')
const CLI = '"cli"'

/** What the client itself says for a call that a session ended in. */
const INTERRUPTED =
  "[Tool call interrupted: the session ended before this call's result was recorded, so its outcome is unknown. Check whether it took effect before relying on it or running it again.]"

/**
 * Writes a session line by line as the client would have: every line linked to the one before, under the new session's
 * id, and shown in the client's list. A line without a time gets that of the line before, and none is a subagent's: the
 * client would refuse the session. Of a line nothing else changes but what the edits name.
 *
 * A class, as the validator is: what V8 made fast of a function that is made anew for each session goes with it.
 */
export class ClaudeCodeWriter implements SessionWriter {
  private readonly sessionId: string
  private readonly cwd: string | null
  private readonly id: string
  private readonly idBytes: Buffer
  /** Where it goes in a run of lines that are copied. */
  private readonly idsAt: number[] = []
  private parent = 'null'
  private lastTime: string | number = SOME_TIME
  private said = 0
  /** The reply that blocks of the agent belong to, of those that are translated. */
  private reply: string | undefined

  constructor({ sessionId, cwd }: WriterTarget) {
    this.sessionId = sessionId
    this.cwd = cwd
    this.id = JSON.stringify(sessionId)
    this.idBytes = Buffer.from(this.id)
  }

  line(bytes: Buffer, edits?: LineEdits): Buffer {
    const whole = fieldsOfLine(bytes)
    const splices = edits ? contentSplices(bytes, whole, edits) : []
    if (splices) return this.relinked(bytes, whole.fields, splices)
    const edited = editLine(bytes, edits!)
    return edited.length === 0 ? edited : this.relinked(edited, fieldsOfLine(edited).fields, [])
  }

  /** What is as long as what it replaces is written over it at the end, so that a run is copied in few pieces. */
  copy({ bytes, lines, from, to, edits }: LineRun, target: Buffer, at: number): number {
    const { idBytes, idsAt, parent } = this
    const isSpliced = !edits || (!edits.renames && edits.context === undefined)
    if (!isSpliced || bytes[bytes.length - 1] !== NEWLINE) return -1
    const origin = lines[from]!.start
    let end = at
    let done = 0
    let left = edits?.blocks.size ?? 0
    let ids = 0
    let parentAt = -1
    for (let nth = from; nth < to; nth++) {
      const { places, placesAt, start } = lines[nth]!
      const count = places[placesAt]!
      if (count === 0) return -1
      for (let place = placesAt + 1; place <= placesAt + count; place += 3) {
        const field = places[place]!
        if (field === PARENT && nth > from) continue // it follows the line before, as it did
        const there = start - origin + places[place + 1]!
        const length = places[place + 2]!
        if (field === SESSION && length === idBytes.length) {
          if (!isBehindName(bytes, there)) return -1
          idsAt[ids++] = end + there - done
          continue
        }
        if (field === PARENT && length === Buffer.byteLength(parent)) {
          if (!isBehindName(bytes, there)) return -1
          parentAt = end + there - done
          continue
        }
        const change = this.changeAt(field, bytes, there, there + length, edits)
        if (!change) continue
        if (field !== COPY_OF_RESULT && !isBehindName(bytes, there)) return -1 // no places of this line
        if (target.length - end < bytes.length - done + 3 * change.text.length) return -1
        if (field >= FIRST_RESULT) left--
        end += bytes.copy(target, end, done, change.start)
        end += target.write(change.text, end)
        done = change.end
      }
    }
    if (left > 0 || target.length - end < bytes.length - done) return -1
    end += bytes.copy(target, end, done)
    for (let nth = 0; nth < ids; nth++) target.set(idBytes, idsAt[nth]!)
    if (parentAt !== -1) target.write(parent, parentAt)
    const last = lines[to - 1]!
    this.parent = `"${last.uuid}"`
    this.lastTime = last.time ?? this.lastTime
    return end
  }

  /** What stands at one of a line's places in the new session; undefined where that stays as it is. */
  private changeAt(field: number, bytes: Buffer, start: number, end: number, edits?: LineEdits): Splice | undefined {
    if (field === PARENT) return { start, end, text: this.parent }
    if (field === SESSION) return { start, end, text: this.id }
    if (field < COPY_OF_RESULT) return { start, end, text: CLI }
    if (field === COPY_OF_RESULT) return edits && { start, end, text: '' }
    const edit = edits?.blocks.get(field - FIRST_RESULT)
    return edit && resultSplice(bytes, start, end, edit)
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

  private put(fields: Readonly<Record<string, unknown>>, at: string | null): Buffer {
    const { sessionId, cwd } = this
    const uuid = uuidOf(`${sessionId}\0${this.said++}\0${JSON.stringify(fields)}`)
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
    return Buffer.from(`${JSON.stringify(record)}\n`)
  }

  title(bytes: Buffer): Buffer {
    return closed(withFields(bytes, { sessionId: this.id }))
  }

  named(title: string): Buffer {
    return Buffer.from(`${JSON.stringify({ type: 'ai-title', aiTitle: title, sessionId: this.sessionId })}\n`)
  }

  say(text: string, answer: string | null, at: string | null): Buffer {
    this.reply = undefined
    const question = this.put({ type: 'user', message: { role: 'user', content: text } }, at)
    if (answer === null) return question
    const message = reply(answer, `${this.sessionId}${this.said}`)
    return Buffer.concat([question, this.put({ type: 'assistant', message }, at)])
  }

  /** Each block of the agent on a line of its own, as the client has it, those of one reply under one id. */
  render(blocks: readonly BlockDraft[], at: string | null): Buffer {
    return Buffer.concat(
      messagesOf(blocks).map(({ type, isCompactSummary, content }) => {
        if (type === 'assistant') {
          this.reply ??= `msg_${hashHex(`${this.sessionId}\0${this.said}`).slice(0, 24)}`
          return this.put({ type, message: { ...reply('', ''), id: this.reply, content } }, at)
        }
        this.reply = undefined
        return this.put({ type, ...(isCompactSummary && { isCompactSummary }), message: { role: 'user', content } }, at)
      }),
    )
  }

  interrupted(call: string, at: string | null): Buffer {
    this.reply = undefined
    const content = [{ type: 'tool_result', content: INTERRUPTED, is_error: true, tool_use_id: call }]
    return this.put({ type: 'user', message: { role: 'user', content } }, at)
  }
}

function isBehindName(bytes: Buffer, at: number): boolean {
  return bytes[at - 1] === COLON && bytes[at - 2] === QUOTE
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

/** The `message` of a line with some of its own fields replaced, the others as they stand there. */
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

/** Every line ends with a newline, the last one of the source too. */
function closed(line: Buffer): Buffer {
  return line.at(-1) === NEWLINE ? line : Buffer.concat([line, Buffer.from('\n')])
}
