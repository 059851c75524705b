import { createHash } from 'node:crypto'
import type { BlockDraft } from '../../model/block.ts'
import type { Entry } from '../../model/entry.ts'
import { hashHex } from '../../model/id.ts'
import type { LineEdits } from '../../model/line-edits.ts'
import { OWN_ID, SAID_ID } from '../kit/own-message.ts'
import { closed, jsonLine } from '../lines.ts'
import type { SessionStart, SessionWriter, WriterTarget } from '../session-writer.ts'
import { kindOfMessage, NOTE_FIELD, SNAPSHOT_ID } from './classify.ts'
import { editMessage, renamed } from './edit-message.ts'
import { messagesOf } from './messages-of.ts'
import { timeOf } from './paths.ts'
import { callsOf, type Fields, isText, partsOf, readLine, UNDERSTOOD } from './schema.ts'

/** As the client answers a call that was cancelled. */
const INTERRUPTED = '[Operation Cancelled] Reason: the session ended before the call did.'

/**
 * Writes a session as the client would have: what it is first, then the note of where it comes from, a record that the
 * client passes over, and then messages, each in a line of its own. Of a message nothing changes but what the edits name.
 */
export class GeminiWriter implements SessionWriter {
  private readonly target: WriterTarget
  /** When the session was made; by an older time the client might clean it away. */
  private readonly made: string
  private lastTime: string
  private said = 0
  /** What the tool of each call is called: an answer has its name too. */
  private readonly names = new Map<string, string>()

  constructor(target: WriterTarget) {
    this.target = target
    this.made = timeOf(target.sessionId, target.at)
    this.lastTime = this.made
  }

  begin({ note, head, title }: SessionStart): Buffer {
    const about = head.map((bytes) => readLine(bytes)?.fields ?? {}).at(-1) ?? {}
    const { sessionId, cwd } = this.target
    const known = isText(about.projectHash) ? about.projectHash : sha256(cwd ?? '')
    const { kind: _, summary, directories, ...rest } = about
    const others = Array.isArray(directories) ? directories.filter((folder) => folder !== cwd) : []
    const name = title ?? (isText(summary) ? summary : undefined)
    return Buffer.concat([
      jsonLine({
        ...rest,
        sessionId,
        projectHash: cwd === null ? known : sha256(cwd),
        startTime: this.made,
        lastUpdated: this.made,
        kind: 'main',
        ...(name !== undefined && { summary: name }),
        ...(cwd !== null && { directories: [cwd, ...others] }),
      }),
      jsonLine({ [NOTE_FIELD]: note }),
    ])
  }

  keep(entry: Entry, bytes: Buffer, edits?: LineEdits): Buffer {
    const line = readLine(bytes)
    if (line?.kind !== 'message') return Buffer.from(bytes)
    const changed = edits && edits.blocks.size > 0 ? editMessage(line.fields, edits.blocks) : line.fields
    if (!changed) return Buffer.alloc(0)
    const { context, renames } = edits ?? {}
    const named = renames ? renamed(changed, renames) : changed
    const counted = context === undefined ? named : { ...named, tokens: tokensOf(context) }
    const timed = line.timestamp === undefined ? { ...counted, timestamp: this.lastTime } : counted
    const told = isToldOnly(entry) && kindOfMessage(line) === 'human' ? withSnapshotId(timed) : timed
    this.note(told)
    return told === line.fields && !bytes.includes(10) ? closed(bytes) : jsonLine(told)
  }

  say(text: string, answer: string | null, at: string | null): Buffer {
    if (at !== null) this.lastTime = at
    const question = this.message({ type: 'user', content: [{ text }] }, OWN_ID)
    return answer === null
      ? question
      : Buffer.concat([question, this.message({ type: 'gemini', content: answer }, OWN_ID)])
  }

  render(blocks: readonly BlockDraft[], at: string | null, goesOn = false): Buffer {
    if (at !== null) this.lastTime = at
    return Buffer.concat(
      messagesOf(blocks, this.names).map((draft) => {
        if (draft.type === 'snapshot') return this.snapshot(draft.summary)
        const { toolCalls = [], ...said } = draft as Fields & { readonly toolCalls?: readonly object[] }
        const prefix = goesOn && draft.type === 'user' ? SAID_ID : ''
        return this.message({ ...said, ...(toolCalls.length > 0 && { toolCalls }) }, prefix)
      }),
    )
  }

  interrupted(call: string, at: string | null): Buffer {
    if (at !== null) this.lastTime = at
    const name = this.names.get(call) ?? 'tool'
    const answer = { functionResponse: { id: call, name, response: { error: INTERRUPTED } } }
    return this.message({ type: 'user', content: [answer] }, '')
  }

  end(): Buffer {
    return jsonLine({ $set: { lastUpdated: this.made } })
  }

  /** Without the agent's word on it, which nobody said. */
  private snapshot(summary: string): Buffer {
    return jsonLine(snapshotMessages(summary, this.lastTime)[0]!)
  }

  private message(said: object, prefix: string): Buffer {
    const key = `${this.target.sessionId}\0${this.said++}\0${JSON.stringify(said)}`
    return jsonLine({ id: `${prefix}${hashHex(key).slice(0, 32)}`, timestamp: this.lastTime, ...said })
  }

  private note(fields: Fields): void {
    if (isText(fields.timestamp)) this.lastTime = fields.timestamp
    for (const { functionCall } of partsOf(fields.content)) this.noteCall(functionCall)
    for (const call of callsOf(fields)) this.noteCall(call)
  }

  private noteCall(call: unknown): void {
    const { id, name } = (call ?? {}) as Fields
    if (isText(id) && isText(name)) this.names.set(id, name)
  }
}

/** Whether the context knows a message for what a compaction left. */
function isToldOnly({ blocks }: Entry): boolean {
  return blocks.length > 0 && blocks.every(({ kind }) => kind === 'note')
}

function withSnapshotId(fields: Fields): Fields {
  return { ...fields, id: `${SNAPSHOT_ID}${fields.id}` }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A sum without its parts: nothing was sent yet. */
function tokensOf(context: number): object {
  return { input: 0, output: context, cached: 0, thoughts: 0, tool: 0, total: context }
}

/** A compaction in the client's own form: the snapshot is all that it leaves of what was before. */
export function summaryLines(summary: string, { at }: { readonly at: string }): Buffer {
  return jsonLine({ $set: { messages: snapshotMessages(summary, at), lastUpdated: at } })
}

/** The snapshot and the agent's word on it. */
function snapshotMessages(summary: string, timestamp: string): readonly object[] {
  const id = `${SNAPSHOT_ID}${hashHex(`${timestamp}\0${summary}`).slice(0, 32)}`
  return [
    { id, timestamp, type: 'user', content: [{ text: summary }] },
    { id: `${id}_response`, timestamp, type: 'gemini', content: [{ text: UNDERSTOOD }] },
  ]
}
