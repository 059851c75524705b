import { isUtf8 } from 'node:buffer'
import type { BlockDraft } from '../../model/block.ts'
import { callDescription, callTarget } from '../../model/call-target.ts'
import type { ByteRange, Entry, EntryBlock } from '../../model/entry.ts'
import { hashHex } from '../../model/id.ts'
import { holdsNotice, isNotice } from '../../model/notice-forms.ts'
import { briefCommand } from '../../model/shell-words.ts'
import { toUtc } from '../../model/time.ts'
import { blockSize } from '../../model/tokens.ts'
import { NO_ACT } from '../../model/tool-act.ts'
import { charsIn, stringsIn } from '../strings-in.ts'
import { blocksOf } from './blocks.ts'
import { isObject, isText, type Line, type Payload } from './schema.ts'
import { countedContext } from './token-count.ts'
import { TOOLS } from './tools.ts'

/** So much of a text is kept to say how it begins. */
const BEGINNING = 160
const TOLD_BEGINNING = 400
const RESULT_BEGINNING = 100
const RESULT_END = 300
/** Of a patch for very many files these are enough to tell which round made it. */
const MOST_FILES = 10
/** No notice is shorter, so that no shorter string of a call is ever cut. */
const LONG_STRING = 64

/** A line as far as surgery needs to know it; which round owns it, and which blocks that has before, is told later. */
export type ContextLine = Omit<Entry, 'round' | 'blocks'> & {
  readonly drafts: readonly Omit<EntryBlock, 'ordinal'>[]
}

type Place = ByteRange & { readonly number: number }

export function contextLineOf(line: Line, bytes: Buffer, place: Place): ContextLine {
  const { payload } = line
  const drafts = blocksOf(line).map((draft) =>
    isHosted(payload) ? { ...blockOf(draft), ...UNANSWERED } : blockOf(draft),
  )
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
    : blocksOf(line).flatMap(({ type: kind, tool_use_id: call }) =>
        call === undefined ? [] : [{ kind, call, chars: 0, size: 0, begins: '', isNotice: false, images: 0 }],
      )
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

function blockOf({ type, content, name, tool_use_id }: BlockDraft): Omit<EntryBlock, 'ordinal'> {
  const isCall = type === 'tool_use'
  const act = isCall ? TOOLS.act(name, content) : NO_ACT
  const changed = act.files.flatMap(({ path, change }) => (change === null ? [] : path))
  const texts = type === 'tool_result' ? textsIn(content) : []
  const text = isText(content) ? content : texts.join('\n')
  return {
    kind: type,
    chars: type === 'image' ? 0 : charsIn(content),
    size: blockSize(type, content),
    name,
    call: tool_use_id,
    begins: isCall
      ? (changed[0] ?? act.command ?? targetOf(content)).slice(0, BEGINNING)
      : text.slice(0, texts.length > 0 ? RESULT_BEGINNING : type === 'assistant-text' ? TOLD_BEGINNING : BEGINNING),
    ...(changed.length > 0 && { files: changed.slice(0, MOST_FILES) }),
    ...(isCall && { role: act.role }),
    ...(act.role === 'run' && { command: briefCommand(act.command ?? '', TOLD_BEGINNING) }),
    ...(type === 'tool_result' && endOf(text)),
    description: isCall ? callDescription(content) : '',
    isNotice: isNotice(text) || holdsNotice(texts),
    strings: isCall
      ? stringsIn(content)
          .filter((one) => one.length >= LONG_STRING)
          .map((one) => one.length)
      : [],
    images: type === 'tool_result' && Array.isArray(content) ? content.filter(isImage).length : 0,
  }
}

function endOf(text: string): Pick<EntryBlock, 'failed' | 'ends'> {
  const { failed, output } = TOOLS.outcome(text, false)
  return { ...(failed && { failed }), ends: output.slice(-RESULT_END) }
}

/** The file or words that a call was given. */
function targetOf(input: unknown): string {
  return isText(input) ? input : callTarget(input)
}

function textsIn(content: unknown): readonly string[] {
  if (isText(content)) return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((piece: unknown) => (isObject(piece) && isText(piece.text) ? [piece.text] : []))
}

function isImage(piece: unknown): boolean {
  return isObject(piece) && piece.type === 'image'
}
