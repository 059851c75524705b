import type { BlockDraft } from '../../model/block.ts'
import { callDescription, callTarget } from '../../model/call-target.ts'
import type { EntryBlock } from '../../model/entry.ts'
import { holdsNotice, isNotice } from '../../model/notice-forms.ts'
import { briefCommand } from '../../model/shell-words.ts'
import { blockSize } from '../../model/tokens.ts'
import { NO_ACT } from '../../model/tool-act.ts'
import type { Tools } from '../client.ts'
import { isObject, isText } from '../json-record.ts'
import { charsIn, stringsIn } from './strings-in.ts'

/** So much of a text is kept to say how it begins. */
const BEGINNING = 160
const TOLD_BEGINNING = 400
const RESULT_BEGINNING = 100
const RESULT_END = 300
/** Of a patch for very many files these are enough to tell which round made it. */
const MOST_FILES = 10
/** No notice is shorter, so that no shorter string of a call is ever cut. */
const LONG_STRING = 64

/** A block as far as surgery needs to know it; its place in its round is told later. */
export type BlockOutline = Omit<EntryBlock, 'ordinal'>

export function entryBlockOf(draft: BlockDraft, tools: Pick<Tools, 'act' | 'outcome'>): BlockOutline {
  const { type, content, name, tool_use_id } = draft
  const isCall = type === 'tool_use'
  const act = isCall ? tools.act(name, content) : NO_ACT
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
    ...(type === 'tool_result' && endOf(text, draft, tools)),
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

/** The blocks of a line that are counted; what stands aside is sent with them, or said in them. */
export function ownBlocksOf(drafts: readonly BlockDraft[], tools: Pick<Tools, 'act' | 'outcome'>): BlockOutline[] {
  const own: BlockOutline[] = []
  let around = 0
  for (const draft of drafts) {
    const block = entryBlockOf(draft, tools)
    if (draft.aside) around += draft.type === 'note' ? block.size : 0
    else {
      own.push({ ...block, size: block.size + around, ...(draft.bare !== undefined && STAYS) })
      around = 0
    }
  }
  return own
}

/** Of a result that a person's words are in. */
const STAYS = { isNotice: true, hasWords: true } as const

/** A block with no more than what decides whether its line is sent. */
export function bareBlockOf({ type, tool_use_id }: BlockDraft): BlockOutline {
  return { kind: type, call: tool_use_id, chars: 0, size: 0, begins: '', isNotice: false, images: 0 }
}

function endOf(
  text: string,
  { is_error }: BlockDraft,
  tools: Pick<Tools, 'outcome'>,
): Pick<EntryBlock, 'failed' | 'ends'> {
  const { failed, output } = tools.outcome(text, is_error === true)
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
