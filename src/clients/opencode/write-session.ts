import type { BlockDraft } from '../../model/block.ts'
import type { Entry } from '../../model/entry.ts'
import { hashHex } from '../../model/id.ts'
import type { LineEdits } from '../../model/line-edits.ts'
import { isObject, isText } from '../json-record.ts'
import type { SessionStart, SessionWriter, WriterTarget } from '../session-writer.ts'
import { editParts } from './edit-message.ts'
import { messageIds } from './ids.ts'
import { type Fields, type Line, NOTE_FIELD, type Part, readLine, timeIn } from './schema.ts'

/** As the client answers a call that was never answered. */
const INTERRUPTED = '[Tool execution was interrupted]'

/** Characters that are a token, roughly. */
const CHARS = 4

const NOTHING = Buffer.alloc(0)

/** What the agent says in a row: one message, which has the results of its calls in it. */
interface Going {
  readonly at: string
  readonly parts: Record<string, unknown>[]
}

/**
 * Writes a session as `opencode export` would, so that `opencode import` takes it. The client keeps the messages of all sessions
 * in one place: each gets another id, which holds the one it had. Nothing else changes of it but what the edits name.
 */
export class OpencodeWriter implements SessionWriter {
  private readonly target: WriterTarget
  private readonly ids: ReturnType<typeof messageIds>
  private readonly renamed = new Map<string, string>()
  private isDocument = false
  private isFirst = true
  private isSaid = false
  private lastTime: string
  private asked: string | undefined
  private model: Fields = { providerID: 'unknown', modelID: 'unknown' }
  private agent = 'build'
  private going: Going | undefined
  private chars = 0
  private count = 0

  constructor(target: WriterTarget) {
    this.target = target
    this.ids = messageIds(target.sessionId)
    this.lastTime = target.at
  }

  begin({ note, head, title }: SessionStart): Buffer {
    const [info = {}] = head.map((bytes) => (JSON.parse(bytes.toString('utf8')) as { info: Fields }).info)
    const { parentID: _, revert: __, share: ___, workspaceID: ____, metadata, ...about } = info
    const { model } = about
    if (isObject(model)) this.model = { providerID: model.providerID, modelID: model.id }
    if (isText(about.agent)) this.agent = about.agent
    const { sessionId: id, cwd, at } = this.target
    const created = Date.parse(at)
    this.isDocument = true
    const session = {
      slug: `stet-${id.slice(-8).toLowerCase()}`,
      projectID: 'global',
      version: '1.0.0',
      title: title ?? 'A session',
      ...about,
      id,
      directory: cwd ?? about.directory ?? '/',
      time: { created, updated: created },
      metadata: { ...(isObject(metadata) && metadata), [NOTE_FIELD]: note },
    }
    const { id: first, slug, ...rest } = session // the client's own begin so, and are known by it
    return Buffer.from(`{\n "info": ${JSON.stringify({ id: first, slug, ...rest })},\n "messages": [\n`)
  }

  keep(_entry: Entry, bytes: Buffer, edits?: LineEdits): Buffer {
    const line = readLine(bytes)
    if (line?.kind !== 'message') return NOTHING
    const edited = edits && edits.blocks.size > 0 ? editParts(line, edits.blocks) : line.parts
    if (!edited) return NOTHING
    const id = isText(line.info.id) ? this.ids.of(line.info.id) : this.ids.fresh('other', Date.parse(this.lastTime), '')
    if (isText(line.info.id)) this.renamed.set(line.info.id, id)
    const parts = edited.map((part) => this.part(part, id, edits?.renames))
    const { tokens, parentID } = line.info
    const context = edits?.context
    const parent = isText(parentID) ? (this.renamed.get(parentID) ?? this.asked) : undefined
    const info = {
      ...line.info,
      id,
      sessionID: this.target.sessionId,
      time: this.time(line.info),
      ...(parentID !== undefined && { parentID: parent ?? id }),
      ...(context !== undefined && { tokens: { ...(isObject(tokens) && tokens), ...tokensOf(context) } }),
    }
    this.note(line, id)
    return this.line({ info, parts })
  }

  say(text: string, answer: string | null, at: string | null): Buffer {
    if (at !== null) this.lastTime = at
    const said = this.user([{ type: 'text', text, synthetic: true }], 'own')
    return answer === null ? said : Buffer.concat([said, this.reply([{ type: 'text', text: answer }], 'own')])
  }

  render(blocks: readonly BlockDraft[], at: string | null, goesOn = false): Buffer {
    const written: Buffer[] = []
    let said: Record<string, unknown>[] | undefined
    const flush = () => {
      if (said) written.push(this.user(said, goesOn ? 'said' : 'other'))
      said = undefined
    }
    const time = at ?? this.lastTime
    for (const block of blocks) {
      this.chars += JSON.stringify(block.content ?? '').length
      if (block.type === 'user-text' || block.type === 'image') {
        written.push(this.rest())
        this.lastTime = time
        said = [...(said ?? []), pieceOf(block)]
      } else if (block.type === 'note') {
        flush()
        written.push(this.rest(), this.summary(String(block.content)))
      } else {
        flush()
        this.add(block, time)
      }
    }
    flush()
    this.lastTime = time
    return Buffer.concat(written)
  }

  rest(): Buffer {
    const { going } = this
    this.going = undefined
    if (!going) return NOTHING
    return this.reply(going.parts.map((part) => (isOpen(part) ? ended(part, { error: INTERRUPTED }, going.at) : part)))
  }

  interrupted(call: string, at: string | null): Buffer {
    const part = this.going?.parts.find((one) => one.callID === call)
    if (part) Object.assign(part, ended(part, { error: INTERRUPTED }, at ?? this.lastTime))
    return NOTHING // what the client wrote has the call as it is, and answers it itself
  }

  end(): Buffer {
    return this.isDocument ? Buffer.from(' ]\n}\n') : NOTHING
  }

  /** A call waits for its result, which is in the same part. */
  private add(block: BlockDraft, at: string): void {
    const { type, content, tool_use_id: callID = '', name = 'tool', is_error } = block
    this.going ??= { at, parts: [] }
    const { parts } = this.going
    if (type === 'tool_use') {
      const input = isObject(content) ? content : { input: content }
      const time = { start: Date.parse(at) }
      parts.push({
        type: 'tool',
        tool: toolName(name),
        callID,
        state: { status: 'running', input, title: name, metadata: {}, time },
      })
    } else if (type === 'tool_result') {
      const part = parts.find((one) => one.callID === callID && isOpen(one))
      const { text, pictures } = outputOf(content)
      const attachments =
        pictures.length === 0 ? {} : { attachments: pictures.map((one) => this.part(one as Part, '')) }
      if (part) Object.assign(part, ended(part, is_error ? { error: text } : { output: text, ...attachments }, at))
    } else parts.push({ type: 'text', text: String(content) })
  }

  /** A compaction as the client has it: what asks for it, and the summary. */
  private summary(text: string): Buffer {
    if (this.isSaid) return this.user([{ type: 'text', text, synthetic: true }], 'other')
    const asked = this.user([{ type: 'compaction', auto: false }], 'other')
    return Buffer.concat([asked, this.reply([{ type: 'text', text }], 'other', { summary: true, mode: 'compaction' })])
  }

  private user(parts: readonly object[], kind: 'own' | 'said' | 'other'): Buffer {
    const id = this.ids.fresh(kind, Date.parse(this.lastTime), JSON.stringify(parts))
    this.asked = id
    this.isSaid = true
    const info = {
      id,
      sessionID: this.target.sessionId,
      role: 'user',
      time: this.time({}),
      agent: this.agent,
      model: this.model,
    }
    return this.line({ info, parts: parts.map((part) => this.part(part as Part, id)) })
  }

  private reply(parts: readonly object[], kind: 'own' | 'other' = 'other', more: object = {}): Buffer {
    const id = this.ids.fresh(kind, Date.parse(this.lastTime), JSON.stringify(parts))
    const path = { cwd: this.target.cwd ?? '/', root: this.target.cwd ?? '/' }
    const time = this.time({})
    const isCall = parts.some((part) => 'callID' in part)
    const info = {
      id,
      sessionID: this.target.sessionId,
      role: 'assistant',
      parentID: this.asked ?? id,
      ...this.model,
      mode: this.agent,
      agent: this.agent,
      path,
      cost: 0,
      tokens: tokensOf(Math.ceil(this.chars / CHARS)),
      time: { ...time, completed: time.created },
      finish: isCall ? 'tool-calls' : 'stop',
      ...more,
    }
    this.isSaid = true
    return this.line({ info, parts: parts.map((part) => this.part(part as Part, id)) })
  }

  /** Of every message later than the one before: the client orders by it. */
  private time(info: Fields): Fields & { readonly created: number } {
    const time = isObject(info.time) ? info.time : {}
    const own = typeof time.created === 'number' ? time.created : Date.parse(this.lastTime)
    const created = Math.max(own, Date.parse(this.lastTime) || 0)
    this.lastTime = new Date(created).toISOString()
    return { ...time, created }
  }

  private part({ id, ...part }: Part, messageID: string, renames?: ReadonlyMap<string, string>): object {
    const fresh = `prt_${String(this.count++).padStart(12, '0')}${hashHex(`${this.target.sessionId}\0${this.count}`).slice(0, 14)}`
    const call = isText(part.callID) ? renames?.get(part.callID) : undefined
    const named = isText(id) ? `${id.replace(/_[0-9a-f]{8}$/, '')}_${this.ids.mark}` : fresh
    return {
      ...part,
      ...(call !== undefined && { callID: call }),
      id: named,
      sessionID: this.target.sessionId,
      messageID,
    }
  }

  private note({ info }: Line, id: string): void {
    this.isSaid = true
    if (isText(timeIn(info, 'created'))) this.lastTime = timeIn(info, 'created')!
    if (info.role === 'user') {
      this.asked = id
      if (isObject(info.model)) this.model = { providerID: info.model.providerID, modelID: info.model.modelID }
      if (isText(info.agent)) this.agent = info.agent
    }
  }

  /** One line for each message; in a document with a comma before all but the first. */
  private line(message: object): Buffer {
    const before = !this.isDocument ? '' : this.isFirst ? '  ' : ' ,'
    this.isFirst = false
    return Buffer.from(`${before}${JSON.stringify(message)}\n`)
  }
}

function isOpen({ state }: Readonly<Record<string, unknown>>): boolean {
  return isObject(state) && state.status === 'running'
}

function ended(part: Readonly<Record<string, unknown>>, outcome: Fields, at: string): Record<string, unknown> {
  const state = isObject(part.state) ? part.state : {}
  const time = { ...(isObject(state.time) && state.time), end: Date.parse(at) }
  return { ...part, state: { ...state, status: 'error' in outcome ? 'error' : 'completed', ...outcome, time } }
}

function pieceOf({ type, content }: BlockDraft): Record<string, unknown> {
  return type === 'image' ? pictureOf(content) : { type: 'text', text: String(content) }
}

function pictureOf(content: unknown): Record<string, unknown> {
  const { media_type, data, url } = isObject(content) && isObject(content.source) ? content.source : ({} as Fields)
  if (!isText(data)) return { type: 'text', text: String(url ?? '') }
  return { type: 'file', mime: media_type, filename: 'picture', url: `data:${media_type};base64,${data}` }
}

function outputOf(content: unknown): { readonly text: string; readonly pictures: readonly Record<string, unknown>[] } {
  const pieces = Array.isArray(content)
    ? content.filter(isObject)
    : [{ text: isText(content) ? content : JSON.stringify(content ?? '') }]
  const texts = pieces
    .filter(({ type }) => type !== 'image')
    .map((piece) => (isText(piece.text) ? piece.text : JSON.stringify(piece)))
  return {
    text: texts.join('\n'),
    pictures: pieces
      .filter(({ type }) => type === 'image')
      .map(pictureOf)
      .filter(({ type }) => type === 'file'),
  }
}

/** Names of tools as the API takes them. */
function toolName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'tool'
}

/** A sum without its parts: nothing was sent yet. */
function tokensOf(context: number): object {
  return { total: context, input: 0, output: context, reasoning: 0, cache: { read: 0, write: 0 } }
}
