import type { BlockDraft } from '../../model/block.ts'
import type { Entry } from '../../model/entry.ts'
import { hashHex, timeOfUuid } from '../../model/id.ts'
import type { LineEdits } from '../../model/line-edits.ts'
import { withFields, withoutField } from '../kit/json-fields.ts'
import { OWN_ID } from '../kit/own-message.ts'
import { closed, jsonLine, textEnd } from '../lines.ts'
import type { SessionStart, SessionWriter, WriterTarget } from '../session-writer.ts'
import { kindOfUserMessage, NOTE_TYPE } from './classify.ts'
import { editItem } from './edit-item.ts'
import { eventsOf, itemsOf } from './items-of.ts'
import { isObject, isText, type Line, type Payload, readLine } from './schema.ts'

/** What the client itself says for a call that a session ended in. */
const INTERRUPTED = 'aborted'

/** What a session's first line says of the session it was part of; a new one is on its own. */
const OF_ANOTHER: ReadonlySet<string> = new Set([
  'history_base',
  'forked_from_id',
  'forked_from_ordinal_exclusive',
  'parent_thread_id',
  'agent_nickname',
  'agent_role',
  'agent_path',
  'subagent_history_start_ordinal',
])

/**
 * Writes a session line by line as the client would have: a first line with the new id, the note of where it comes from
 * (a type that the client passes over), and then lines as they were, renumbered where the session's mode asks for it.
 * Of a line nothing else changes but what the edits name.
 */
export class CodexWriter implements SessionWriter {
  private readonly target: WriterTarget
  private note: object | undefined
  private isOpen = false
  private isPaginated = false
  private ordinal = 0
  private lastTime: string
  private said = 0
  /** Which of the calls so far take any text: their answers have a type of their own. */
  private readonly freeform = new Set<string>()
  /** Items before the first that somebody said: a compaction that follows would hide them. */
  private before: Payload[] | undefined = []
  private usage: Payload | undefined

  constructor(target: WriterTarget) {
    this.target = target
    this.lastTime = timeOfUuid(target.sessionId, target.at)
  }

  /** The note is written after the first line, which has to be the client's own. A name the client finds by itself. */
  begin({ note, head }: SessionStart): Buffer {
    this.note = note
    const lines = head.map((bytes) => ({ bytes, line: lineIn(bytes) }))
    const meta = lines.find(({ line }) => line?.type === 'session_meta')?.line
    const names = lines.filter(({ line }) => line?.type !== 'session_meta')
    return Buffer.concat([this.opened(meta?.payload), ...names.map(({ bytes }) => this.numbered(bytes))])
  }

  keep(_entry: Entry, bytes: Buffer, edits?: LineEdits): Buffer {
    const line = lineIn(bytes)
    if (!line) return closed(bytes)
    if (line.type === 'compacted') return Buffer.concat([this.opened(), this.compaction(bytes, line)])
    if (line.timestamp !== undefined) this.lastTime = line.timestamp
    if (line.type === 'event_msg' && line.payload.type === 'token_count') this.usage = line.payload
    if (line.type !== 'response_item') return Buffer.concat([this.opened(), this.numbered(bytes)])
    const payload = edits ? edited(line.payload, edits) : line.payload
    if (!payload) return Buffer.alloc(0)
    this.noteItem(payload)
    const written = payload === line.payload ? bytes : withFields(bytes, { payload: JSON.stringify(payload) })
    return Buffer.concat([this.opened(), this.numbered(written)])
  }

  say(text: string, answer: string | null, at: string | null): Buffer {
    const head = this.opened()
    if (at !== null) this.lastTime = at
    const question = this.message('user', 'input_text', text)
    const reply = answer === null ? Buffer.alloc(0) : this.message('assistant', 'output_text', answer)
    return Buffer.concat([head, question, reply])
  }

  /** In the form of older versions, which has all that can be translated: what was said, calls and results, pictures. */
  render(blocks: readonly BlockDraft[], at: string | null, goesOn = false): Buffer {
    const head = this.opened()
    if (at !== null) this.lastTime = at
    return Buffer.concat([
      head,
      ...itemsOf(blocks, goesOn).map((item) => {
        if (item.type === 'compaction') return this.summary(item)
        this.noteItem(item)
        return Buffer.concat([
          this.put('response_item', item),
          ...eventsOf(item).map((one) => this.put('event_msg', one)),
        ])
      }),
    ])
  }

  private summary({ text }: Payload): Buffer {
    const payload = { message: text, replacement_history: [messageOf('user', 'input_text', String(text))] }
    const line = { timestamp: this.lastTime, type: 'compacted', payload }
    return this.compaction(Buffer.from(JSON.stringify(line)), line)
  }

  interrupted(call: string, at: string | null): Buffer {
    if (at !== null) this.lastTime = at
    const type = this.freeform.has(call) ? 'custom_tool_call_output' : 'function_call_output'
    return this.put('response_item', { type, call_id: call, output: INTERRUPTED })
  }

  /** How full the window is, as the client notes it after a compaction: else it would compact the new session at once. */
  end(context: number): Buffer {
    const info = isObject(this.usage?.info) ? this.usage.info : {}
    const none = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0 }
    const last_token_usage = { ...none, total_tokens: context }
    const total_token_usage = isObject(info.total_token_usage) ? info.total_token_usage : last_token_usage
    const model_context_window = info.model_context_window ?? null
    const noted = { total_token_usage, last_token_usage, model_context_window }
    return Buffer.concat([
      this.opened(),
      this.put('event_msg', { type: 'token_count', info: noted, rate_limits: this.usage?.rate_limits ?? null }),
    ])
  }

  /** The first line and the note, once. */
  private opened(meta: Payload = {}): Buffer {
    if (this.isOpen) return Buffer.alloc(0)
    this.isOpen = true
    this.isPaginated = meta.history_mode === 'paginated'
    const { sessionId, cwd, at } = this.target
    const kept = Object.fromEntries(Object.entries(meta).filter(([name]) => !OF_ANOTHER.has(name)))
    const payload = {
      originator: 'codex_cli_rs',
      cli_version: '0.0.0',
      ...kept,
      ...(kept.session_id !== undefined && { session_id: sessionId }),
      id: sessionId,
      timestamp: timeOfUuid(sessionId, at),
      cwd: cwd ?? kept.cwd ?? '/',
      source: isText(kept.source) ? kept.source : 'cli',
    }
    const head = this.put('session_meta', payload)
    return this.note ? Buffer.concat([head, this.put(NOTE_TYPE, this.note)]) : head
  }

  /**
   * What a compaction put in the place of everything before it; that goes along in it, where something is there before
   * it in the new session, as in a merge.
   */
  private compaction(bytes: Buffer, { payload, timestamp }: Line): Buffer {
    if (timestamp !== undefined) this.lastTime = timestamp
    const own = Array.isArray(payload.replacement_history) ? payload.replacement_history : []
    const before = this.before ?? []
    this.before = [...before, ...own]
    if (before.length === 0) return this.numbered(bytes)
    const { replacement_history_metadata: _, ...rest } = payload
    const history = own.length > 0 ? own : [messageOf('user', 'input_text', String(payload.message ?? ''))]
    return this.numbered(
      withFields(bytes, { payload: JSON.stringify({ ...rest, replacement_history: [...before, ...history] }) }),
    )
  }

  private noteItem(item: Payload): void {
    if (item.type === 'custom_tool_call' && isText(item.call_id)) this.freeform.add(item.call_id)
    if (item.type === 'message' && item.role === 'user' && kindOfUserMessage(item) === 'human') this.before = undefined
    this.before?.push(item)
  }

  private message(role: string, type: string, text: string): Buffer {
    const id = `${OWN_ID}${hashHex(`${this.target.sessionId}\0${this.said++}\0${text}`).slice(0, 24)}`
    const item = { id, ...messageOf(role, type, text) }
    this.before?.push(item)
    return this.put('response_item', item)
  }

  private put(type: string, payload: object): Buffer {
    return jsonLine({ timestamp: this.lastTime, ...(this.isPaginated && { ordinal: this.ordinal++ }), type, payload })
  }

  private numbered(bytes: Buffer): Buffer {
    const line = this.isPaginated
      ? withFields(bytes, { ordinal: String(this.ordinal++) })
      : withoutField(bytes, 'ordinal')
    return closed(line)
  }
}

function lineIn(bytes: Buffer): Line | undefined {
  return readLine(bytes.subarray(0, textEnd(bytes, 0, bytes.length)))
}

function messageOf(role: string, type: string, text: string): Payload {
  return { type: 'message', role, content: [{ type, text }] }
}

function edited(item: Payload, { blocks, renames }: LineEdits): Payload | undefined {
  const changed = blocks.size > 0 ? editItem(item, blocks) : item
  const call = isText(changed?.call_id) ? renames?.get(changed.call_id) : undefined
  return changed && call !== undefined ? { ...changed, call_id: call } : changed
}
