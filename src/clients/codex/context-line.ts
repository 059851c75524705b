import { isUtf8 } from 'node:buffer'
import type { ByteRange, Entry } from '../../model/entry.ts'
import { hashHex } from '../../model/id.ts'
import { toUtc } from '../../model/time.ts'
import { type BlockOutline, bareBlockOf, ownBlocksOf } from '../kit/entry-block.ts'
import { blocksOf } from './blocks.ts'
import { countedContext, isText, type Line, type Payload } from './schema.ts'
import { TOOLS } from './tools.ts'

/** A line as far as surgery needs to know it; which round owns it, and which blocks that has before, is told later. */
export type ContextLine = Omit<Entry, 'round' | 'blocks'> & {
  readonly drafts: readonly BlockOutline[]
}

type Place = ByteRange & { readonly number: number }

export function contextLineOf(line: Line, bytes: Buffer, place: Place): ContextLine {
  const { payload } = line
  const drafts = ownBlocksOf(blocksOf(line), TOOLS).map((block) => {
    return isHosted(payload) ? { ...block, ...UNANSWERED } : block
  })
  const time = toUtc(line.timestamp)
  const isItem = line.type === 'response_item'
  const calls = drafts.filter(({ kind }) => kind === 'tool_use')
  const id =
    isItem && isText(payload.id) ? payload.id : hashHex(`${line.timestamp}\0${line.type}\0${JSON.stringify(payload)}`)
  return {
    ...place,
    id,
    isMessage: isItem || line.type === 'compacted',
    time: time === undefined ? null : Date.parse(time),
    reply: isItem && (payload.role === 'assistant' || calls.length > 0 || payload.type === 'reasoning') ? id : null,
    context: countedContext(line),
    drafts,
    isRaw: !isUtf8(bytes),
    skipped: [],
  }
}

/** A line with no more than what decides whether it is sent: which calls it makes, and which it answers. */
export function outlineOf(line: Line, place: Place): ContextLine {
  const drafts = isHosted(line.payload)
    ? []
    : blocksOf(line).flatMap((draft) => (draft.tool_use_id === undefined || draft.aside ? [] : [bareBlockOf(draft)]))
  return {
    ...place,
    id: null,
    isMessage: line.type === 'response_item' || line.type === 'compacted',
    time: null,
    reply: null,
    context: 0,
    drafts,
    isRaw: false,
    skipped: [],
  }
}

/** Calls that the vendor's own machines answer: their result is in the same item, or nowhere. */
function isHosted({ type }: Payload): boolean {
  return type === 'web_search_call' || type === 'image_generation_call'
}

const UNANSWERED = { kind: 'unknown', call: undefined, name: undefined } as const
