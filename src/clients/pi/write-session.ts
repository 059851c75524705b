import type { BlockDraft } from '../../model/block.ts'
import type { Entry } from '../../model/entry.ts'
import { hashHex, timeOfUuid } from '../../model/id.ts'
import type { LineEdits } from '../../model/line-edits.ts'
import { isText } from '../json-record.ts'
import { withFields } from '../kit/json-fields.ts'
import { OWN_ID, SAID_ID } from '../kit/own-message.ts'
import { closed, jsonLine, textEnd } from '../lines.ts'
import type { SessionStart, SessionWriter, WriterTarget } from '../session-writer.ts'
import { kindOf, OWN_TYPE } from './classify.ts'
import { editMessage, renamed } from './edit-message.ts'
import { type MessageDraft, messagesOf } from './messages-of.ts'
import { type Content, contentOf, type Line, type Message, ROUND_FIELD, readLine, textIn } from './schema.ts'

/** As the client answers a call that was never answered. */
const INTERRUPTED = 'No result provided'

/** What the client writes around the summary of a compaction. */
const SUMMARY = [
  'The conversation history before this point was compacted into the following summary:\n\n<summary>\n',
  '\n</summary>',
]

/** Characters that are a token, roughly: for replies of other clients, of which the client asks how many tokens there were. */
const CHARS = 4

/**
 * Writes a session as the client would have: the line it begins with, Stet's note in an entry that is never sent, and then
 * entries in one row. Of an entry nothing changes but the one before it and what the edits name; a round's first says
 * which round it is.
 */
export class PiWriter implements SessionWriter {
  private readonly target: WriterTarget
  private last: string | null = null
  private lastTime: string
  private count = 0
  private isSaid = false
  private chars = 0
  private going: Content[] | undefined
  private readonly written = new Set<string>()
  /** What the tool of each call is called: an answer has its name too. */
  private readonly names = new Map<string, string>()
  /** Who answers in what the agent is made to say, and in what other clients' agents said. */
  private model: Partial<Record<'api' | 'provider' | 'model', unknown>> = {}

  constructor(target: WriterTarget) {
    this.target = target
    this.lastTime = timeOfUuid(target.sessionId, target.at)
  }

  begin({ note, head, title }: SessionStart): Buffer {
    const lines = head.flatMap((bytes) => lineIn(bytes) ?? [])
    const { parentSession: _, ...about } = lines.find(({ type }) => type === 'session')?.fields ?? {}
    const { sessionId: id, cwd } = this.target
    const header = {
      ...about,
      type: 'session',
      version: 3,
      id,
      timestamp: this.lastTime,
      cwd: cwd ?? about.cwd ?? '/',
    }
    const kept = lines.filter(({ type }) => type !== 'session')
    for (const { fields } of kept)
      if (isText(fields.modelId)) this.model = { provider: fields.provider, model: fields.modelId }
    const isNamed = title === null || kept.some(({ type }) => type === 'session_info')
    return Buffer.concat([
      jsonLine(header),
      this.put({ type: 'custom', customType: OWN_TYPE, data: note }),
      ...kept.map(({ fields: { id: __, parentId: ___, timestamp: ____, ...fields } }) => this.put(fields)),
      ...(isNamed ? [] : [this.put({ type: 'session_info', name: title })]),
    ])
  }

  keep(_entry: Entry, bytes: Buffer, edits?: LineEdits): Buffer {
    const line = lineIn(bytes)
    if (!line) return closed(bytes)
    const kind = kindOf(line)
    const { targetId, summary } = line.fields
    if (kind === 'edit' && !(isText(targetId) && this.written.has(targetId))) return Buffer.alloc(0)
    if (line.timestamp !== undefined) this.lastTime = line.timestamp
    if (kind === 'compaction') return this.compaction(String(summary ?? ''), line)
    const message = changed(line, edits)
    if (!message) return Buffer.alloc(0)
    this.note(line, message)
    const id = edits?.renames?.get(line.id ?? '') ?? line.id ?? this.nextId(bytes)
    const round = kind === 'human' && !isText(line.fields[ROUND_FIELD]) ? hashHex(withoutEnd(bytes)) : undefined
    return this.link(id, (parentId) =>
      closed(
        withFields(bytes, {
          ...(id !== line.id && { id: JSON.stringify(id) }),
          parentId,
          ...(round !== undefined && { [ROUND_FIELD]: JSON.stringify(round) }),
          ...(message !== line.message && { message: JSON.stringify(message) }),
        }),
      ),
    )
  }

  say(text: string, answer: string | null, at: string | null): Buffer {
    if (at !== null) this.lastTime = at
    this.isSaid = true
    const question = this.put({ type: 'custom_message', customType: OWN_TYPE, content: text, display: true })
    if (answer === null) return question
    const reply = this.reply([{ type: 'text', text: answer }])
    return Buffer.concat([question, this.put({ type: 'message', message: reply }, OWN_ID)])
  }

  render(blocks: readonly BlockDraft[], at: string | null, goesOn = false): Buffer {
    const drafts = messagesOf(blocks, this.names)
    const before = drafts[0]?.role === 'assistant' ? Buffer.alloc(0) : this.rest()
    if (at !== null) this.lastTime = at
    return Buffer.concat([before, ...drafts.map((draft) => this.rendered(draft, goesOn))])
  }

  /** What the agent says in a row is one message: the client answers calls itself whose results come after the next. */
  rest(): Buffer {
    const { going } = this
    this.going = undefined
    return going ? this.message(this.reply(going)) : Buffer.alloc(0)
  }

  interrupted(call: string, at: string | null): Buffer {
    const before = this.rest()
    if (at !== null) this.lastTime = at
    const content = [{ type: 'text', text: INTERRUPTED }]
    const toolName = this.names.get(call) ?? 'tool'
    return Buffer.concat([
      before,
      this.message({ role: 'toolResult', toolCallId: call, toolName, content, isError: true }),
    ])
  }

  end(): Buffer {
    return Buffer.alloc(0)
  }

  private rendered(draft: MessageDraft, goesOn: boolean): Buffer {
    if (draft.role === 'summary') return Buffer.concat([this.rest(), this.compaction(draft.text)])
    this.chars += JSON.stringify(draft).length
    if (draft.role === 'assistant') {
      this.going = [...(this.going ?? []), ...draft.content]
      return Buffer.alloc(0)
    }
    return Buffer.concat([this.rest(), this.message(draft, draft.role === 'user' && goesOn ? SAID_ID : '')])
  }

  /** The client sends nothing of what is before a compaction: where something is, the summary is told as it would be. */
  private compaction(summary: string, line?: Line): Buffer {
    this.chars += summary.length
    if (this.isSaid) {
      const content = `${SUMMARY[0]}${summary}${SUMMARY[1]}`
      return this.put({ type: 'custom_message', customType: 'compaction', content, display: true })
    }
    this.isSaid = true
    const fields = { tokensBefore: 0, ...line?.fields, type: 'compaction', summary }
    const id = line?.id ?? this.nextId(summary)
    return this.link(id, () =>
      jsonLine({ timestamp: this.lastTime, ...fields, id, parentId: this.last, firstKeptEntryId: id }),
    )
  }

  /** As the client has it; it is to know how full its window is. */
  private reply(content: readonly Content[]): object {
    const isCall = content.some((piece) => 'arguments' in piece)
    return {
      role: 'assistant',
      content,
      api: 'unknown',
      provider: 'unknown',
      model: 'unknown',
      ...this.model,
      usage: usageOf(Math.ceil(this.chars / CHARS)),
      stopReason: isCall ? 'toolUse' : 'stop',
    }
  }

  private message(message: object, prefix = ''): Buffer {
    this.isSaid = true
    return this.put({ type: 'message', message: { ...message, timestamp: Date.parse(this.lastTime) } }, prefix)
  }

  private put(fields: object, prefix = ''): Buffer {
    const id = `${prefix}${this.nextId(JSON.stringify(fields))}`
    return this.link(id, () => jsonLine({ ...fields, id, parentId: this.last, timestamp: this.lastTime }))
  }

  private link(id: string, write: (parentId: string) => Buffer): Buffer {
    const bytes = write(JSON.stringify(this.last))
    this.last = id
    this.written.add(id)
    return bytes
  }

  private nextId(of: string | Buffer): string {
    for (;;) {
      const id = hashHex(`${this.target.sessionId}\0${this.count++}\0${of}`).slice(0, 8)
      if (!this.written.has(id)) return id
    }
  }

  private note({ message }: Line, written: Message): void {
    if (written.role !== undefined) this.isSaid = true
    if (message.role !== 'assistant') return
    const { api, provider, model } = message as Message & { readonly api?: unknown; readonly provider?: unknown }
    this.model = { ...(isText(api) && { api }), ...(isText(provider) && { provider }), ...(isText(model) && { model }) }
    for (const { type, id, name } of contentOf(written.content))
      if (type === 'toolCall' && isText(id) && isText(name)) this.names.set(id, name)
  }
}

/** The message of a line as it is to be; undefined where nothing of it is left. */
function changed({ message, fields }: Line, edits: LineEdits | undefined): Message | undefined {
  if (!edits) return message
  const { blocks, renames, context } = edits
  if (message.role === undefined)
    return blocks.get(0)?.kind === 'remove' && textIn(fields.content) !== '' ? undefined : message
  const edited = blocks.size > 0 ? editMessage(message, blocks) : message
  const named = edited && renames ? renamed(edited, renames) : edited
  if (!named || context === undefined || named.role !== 'assistant') return named
  return { ...named, usage: { ...(named.usage as object | undefined), ...usageOf(context) } }
}

/** A sum without its parts: nothing was sent yet. */
function usageOf(context: number): object {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }
  return { input: 0, output: context, cacheRead: 0, cacheWrite: 0, totalTokens: context, cost }
}

function lineIn(bytes: Buffer): Line | undefined {
  return readLine(withoutEnd(bytes))
}

function withoutEnd(bytes: Buffer): Buffer {
  return bytes.subarray(0, textEnd(bytes, 0, bytes.length))
}

/** A compaction in the client's own form: nothing of what is before it is sent. */
export function summaryLines(summary: string, { at }: { readonly at: string }): Buffer {
  const id = hashHex(`${at}\0${summary}`).slice(0, 8)
  return jsonLine({
    type: 'compaction',
    id,
    parentId: null,
    timestamp: at,
    summary,
    firstKeptEntryId: id,
    tokensBefore: 0,
  })
}

/** What the model wrote of everything before a compaction. */
export function summaryIn(lines: Buffer): string | undefined {
  for (const text of lines.toString('utf8').split('\n')) {
    if (!text.includes('"compaction"')) continue
    const { type, fields } = readLine(Buffer.from(text)) ?? {}
    if (type === 'compaction' && isText(fields?.summary)) return fields.summary.trim()
  }
  return undefined
}
