import { basename } from 'node:path'
import type { BlockDraft } from '../../../model/block.ts'
import { hashHex, type RoundId, safeName } from '../../../model/id.ts'
import { toUtc } from '../../../model/time.ts'
import { NO_ACT } from '../../../model/tool-act.ts'
import type { Client } from '../../client.ts'
import { isText } from '../../json-record.ts'
import { type Facts, noteTime } from '../../kit/about-session.ts'
import { type DocumentMessage, documentContext } from '../../kit/document-context.ts'
import { startRound } from '../../kit/numbering.ts'
import { parserOf } from '../../kit/parser.ts'
import { type Piece, valueStart } from '../../kit/pieces.ts'
import { readerOf } from '../../kit/reader.ts'
import { blocksOf, readMessage } from './blocks.ts'
import { documentEnd, isCbor, itemsOf } from './pieces.ts'

/** A record: a document of messages, or one message. */
interface Line {
  readonly isDocument: boolean
  readonly blocks: readonly BlockDraft[]
  readonly model?: string
}

function readLine(bytes: Buffer): Line | undefined {
  const items = itemsOf(bytes)
  if (items.length > 0) {
    const { model } = (!isCbor(bytes) && readMessage(bytes)) || {}
    return { isDocument: true, blocks: [], ...(isText(model) && { model }) }
  }
  const fields = isCbor(bytes) ? undefined : readMessage(bytes)
  return fields && { isDocument: false, blocks: blocksOf(fields) }
}

/** The messages of a document, each where it is. */
function messagesIn(bytes: Buffer) {
  return itemsOf(bytes).map(({ start, end }) => {
    const fields = readMessage(bytes.subarray(start, end))
    const blocks = fields ? blocksOf(fields) : []
    const told = blocks.map(({ timestamp }) => toUtc(timestamp ?? undefined)).find((at) => at !== undefined)
    return { start, end, blocks, at: told ?? null }
  })
}

/** Whether a person says something, and not only in an answer of a tool. */
function isHuman(blocks: readonly BlockDraft[]): boolean {
  const spoken = blocks.some(({ role, type }) => role === 'user' && (type === 'user-text' || type === 'image'))
  return spoken && !blocks.some(({ type }) => type === 'tool_result')
}

const createParser = parserOf<object, Line>(
  () => ({}),
  ({ state, count, turn }) => ({
    read: readLine,
    role: () => 'message',
    add({ isDocument, model }, bytes): readonly Piece[] {
      if (!isDocument) return []
      if (model !== undefined) (state.about.facts as Facts).model = model
      return messagesIn(bytes).flatMap(({ start, end, blocks, at }) => {
        if (blocks.length === 0) return []
        const human = isHuman(blocks)
        if (human) turn(String(startRound(state)))
        noteTime(state.about, at ?? undefined)
        const idOf = () => hashHex(bytes.subarray(start, end)) as RoundId
        const isReply = blocks.some(({ role }) => role === 'assistant')
        count({ owner: state.round, drafts: blocks, at, idOf, isHuman: human, isReply })
        return [{ start, end, owner: state.round }]
      })
    },
  }),
)

const TOOLS = {
  trimmed: [],
  act: () => NO_ACT,
  outcome: (content: unknown, failed: boolean) => ({ failed, exit: null, output: isText(content) ? content : '' }),
}

/** How the first of an array of messages, or of events, begins. */
const ARRAY =
  /^\s*\[\s*\{[\s\S]{0,400}?"(?:[Rr]ole"\s*:\s*"(?:user|system|assistant|developer)"|type"\s*:\s*"(?:prompt|response|system|tool_call|thinking)")/
/** What an array of them has besides, if it is one of messages. */
const SAYS = /"(?:[Cc]ontent|tool_calls|tool_call)"\s*:/
const PACKED = /^.{1,9}(?:[Rr]ole|type|timestamp|prompt|[Cc]ontent)/s

/** Messages that no client keeps: requests to an API, and what Bureau's agents write. They are where their user keeps them. */
export const messages = {
  name: 'messages',
  label: 'A list of messages',
  agent: 'agent',
  format: 'messages-v1',
  files: {
    async *find() {},
    mayHold: () => false,
    recognises: (_path, head) => (isCbor(head) ? PACKED.test(head.toString('latin1', 0, 200)) : isRequest(head)),
    identify: (path) => safeName(basename(path).replace(/\.(?:json|cbor)$/, '')),
    isNamedByFile: true,
    nameOf: (sessionId) => `${sessionId}.json`,
  },
  reader: readerOf({
    parser: createParser,
    lineEnd: documentEnd,
    read: (bytes: Buffer): Line | undefined => {
      const fields = readMessage(bytes)
      return fields && { isDocument: false, blocks: blocksOf(fields) }
    },
    blocks: ({ blocks }) => blocks,
    active: (rows) => ({ leaf: null, rounds: rows.map(Number), cut: [] }),
  }),
  tools: TOOLS,
  context: (() => {
    const reader = documentContext({
      tools: TOOLS,
      messagesIn: (record) =>
        messagesIn(record).map(({ start, end, blocks, at }, nth): DocumentMessage => {
          const isReply = blocks.some(({ role }) => role === 'assistant')
          const isNote = blocks.every(({ type }) => type === 'note')
          return {
            start,
            end,
            kind: isHuman(blocks) ? 'round' : isNote ? 'told' : 'said',
            id: `#${nth}`,
            blocks,
            time: at === null ? null : Date.parse(at),
            isReply,
            tokens: 0,
          }
        }),
    })
    return { reader, ...fingerprints() }
  })(),
} as const satisfies Client

/** A request to an API has its messages in a field of its own. */
function isRequest(head: Buffer): boolean {
  const open = /^\s*\{/.exec(head.toString('latin1', 0, 100))?.[0].length
  const start = head.toString('utf8', 0, 2000)
  if (open === undefined) return ARRAY.test(start) && SAYS.test(start)
  const at = valueStart(head, open - 1, 'messages') ?? valueStart(head, open - 1, 'input')
  return at !== undefined && /^\[\s*\{\s*"(?:role|content|type|id)"\s*:/.test(head.toString('utf8', at, at + 200))
}

/** What is compared of what is sent: nothing is written for nobody's client. */
function fingerprints() {
  const conversation = (file: Buffer) =>
    messagesIn(file).flatMap(({ blocks }) => blocks.map((block) => JSON.stringify(block)))
  return {
    conversation,
    fingerprint: () => {
      const records: Buffer[] = []
      return {
        add: (line: Buffer) => {
          records.push(Buffer.from(line))
        },
        *blocks() {
          for (const piece of conversation(Buffer.concat(records))) yield hashHex(piece).slice(0, 32)
        },
      }
    },
  }
}
