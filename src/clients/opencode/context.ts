import { isObject, isText } from '../json-record.ts'
import { type DocumentKind, type DocumentMessage, documentContext } from '../kit/document-context.ts'
import { isMarked } from '../kit/own-message.ts'
import { objectsIn, valueStart } from '../kit/pieces.ts'
import { blocksOf } from './blocks.ts'
import { isOwnId, isSaidId } from './ids.ts'
import { isHuman, isSummary, type Line, readLine, timeIn, tokensOf } from './schema.ts'
import { TOOLS } from './tools.ts'

const OPENING = 0x7b

/** What the client would send of an exported session: since its last compaction, and up to where a person took it back. */
export const createContextReader = documentContext({
  tools: TOOLS,
  messagesIn(record, head) {
    const line = readLine(record)
    if (line?.kind === 'message') return [messageOf(line, record.indexOf(OPENING), record.lastIndexOf('}') + 1)]
    if (line?.kind !== 'session') return []
    head(Buffer.from(JSON.stringify({ info: line.info })))
    const found = objectsIn(record, valueStart(record, record.indexOf(OPENING), 'messages')).flatMap(
      ({ start, end }) => {
        const message = readLine(record.subarray(start, end))
        return message?.kind === 'message' ? [messageOf(message, start, end)] : []
      },
    )
    const { revert } = line.info
    const back = isObject(revert) ? found.findIndex(({ id }) => id === revert.messageID) : -1
    return back === -1 ? found : found.map((one, at) => (at < back ? one : { ...one, kind: 'unsent' as const }))
  },
})

function messageOf(line: Line, start: number, end: number): DocumentMessage {
  const { info, parts } = line
  const compaction = parts.find(({ type }) => type === 'compaction')
  const time = timeIn(info, 'created')
  const kind = kindOf(line)
  const text = parts.map((part) => (isText(part.text) ? part.text : '')).join('\n')
  return {
    start,
    end,
    kind,
    id: isText(info.id) ? info.id : null,
    parent: isText(info.parentID) ? info.parentID : undefined,
    keepsFrom: isText(compaction?.tail_start_id) ? compaction.tail_start_id : undefined,
    blocks:
      kind === 'told' && compaction
        ? [{ role: 'system', type: 'note', timestamp: time ?? null, content: ASKED }]
        : blocksOf(line),
    time: time === undefined ? null : Date.parse(time),
    isReply: info.role === 'assistant' && kind !== 'summary',
    tokens: kind === 'said' ? tokensOf(info.tokens) : 0,
    isFixed: parts.some(({ state }) => isObject(state) && isObject(state.time) && state.time.compacted !== undefined),
    ...(kind === 'synthetic' && { text }),
  }
}

/** What the client sends in the place of a compaction. */
const ASKED = 'What did we do so far?'

function kindOf(line: Line): DocumentKind {
  const { info, parts } = line
  const isOwn = isOwnId(info.id)
  if (info.role === 'assistant') {
    if (isOwn) return 'ack'
    if (isSummary(line)) return 'summary'
    return isSent(line) ? 'said' : 'unsent'
  }
  if (isOwn && parts.some(({ text }) => isText(text) && isMarked(text))) return 'synthetic'
  if (isSaidId(info.id)) return 'said'
  return isHuman(line) ? 'round' : 'told'
}

/** A reply that failed is not sent again, unless it was stopped with something said. */
function isSent({ info, parts }: Line): boolean {
  if (!isObject(info.error)) return true
  return (
    info.error.name === 'MessageAbortedError' && parts.some(({ type }) => type !== 'step-start' && type !== 'reasoning')
  )
}
