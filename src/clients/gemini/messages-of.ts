import type { BlockDraft } from '../../model/block.ts'
import { isSentAgain } from './classify.ts'
import { isObject, isText, type Part } from './schema.ts'

/** Who says something, and what: a message before it has an id and a time. */
export type MessageDraft =
  | { readonly type: 'user'; readonly content: Part[] }
  | { readonly type: 'gemini'; readonly content: string; readonly toolCalls: object[] }
  | { readonly type: 'snapshot'; readonly summary: string }

/** Blocks of one line of another client as messages of this one. `names` has what each call's tool is called. */
export function messagesOf(blocks: readonly BlockDraft[], names: Map<string, string>): readonly MessageDraft[] {
  const drafts: MessageDraft[] = []
  for (const block of blocks) {
    if (block.type === 'note') drafts.push({ type: 'snapshot', summary: String(block.content) })
    else if (block.type === 'assistant-text') addWords(String(block.content))
    else if (block.type === 'tool_use') reply().toolCalls.push(callOf(block, names))
    else user().push(...(block.type === 'tool_result' ? answerOf(block, names) : [partOf(block)]))
  }
  return drafts.map(sendable)

  function user(): Part[] {
    const last = drafts.at(-1)
    if (last?.type === 'user') return last.content
    const content: Part[] = []
    drafts.push({ type: 'user', content })
    return content
  }

  function reply(): { readonly content: string; readonly toolCalls: object[] } {
    const last = drafts.at(-1)
    if (last?.type === 'gemini') return last
    const fresh = { type: 'gemini' as const, content: '', toolCalls: [] }
    drafts.push(fresh)
    return fresh
  }

  /** Words after a call are a reply of their own: the client sends words first. */
  function addWords(text: string): void {
    drafts.push({ type: 'gemini', content: text, toolCalls: [] })
  }
}

function partOf({ type, content }: BlockDraft): Part {
  return type === 'image' ? pictureOf(content) : { text: String(content) }
}

/** What begins like a command the client would not send. */
function sendable(draft: MessageDraft): MessageDraft {
  if (draft.type !== 'user' || isSentAgain(draft)) return draft
  const [first, ...rest] = draft.content
  return isText(first?.text) ? { ...draft, content: [{ text: `> ${first.text}` }, ...rest] } : draft
}

function callOf(
  { name = 'tool', tool_use_id: id = '', content, timestamp }: BlockDraft,
  names: Map<string, string>,
): object {
  const tool = name.replace(/[^A-Za-z0-9_.-]/g, '_').slice(0, 64) || 'tool'
  names.set(id, tool)
  const args = isObject(content) ? content : { input: content }
  return { id, name: tool, args, status: 'success', timestamp }
}

function answerOf(
  { tool_use_id: id = '', content, is_error }: BlockDraft,
  names: Map<string, string>,
): readonly Part[] {
  const pieces = Array.isArray(content) ? content.filter(isObject) : [{ type: 'text', text: content }]
  const pictures = pieces.filter(({ type }) => type === 'image').map(pictureOf)
  const text = pieces
    .filter(({ type }) => type !== 'image')
    .map((piece) => (isText(piece.text) ? piece.text : JSON.stringify(piece.text ?? piece)))
    .join('\n')
  const said = text === '' && pictures.length > 0 ? `Binary content provided (${pictures.length} item(s)).` : text
  const response = is_error === true ? { error: said } : { output: said }
  return [{ functionResponse: { id, name: names.get(id) ?? 'tool', response } }, ...pictures]
}

function pictureOf(content: unknown): Part {
  const source = isObject(content) && isObject(content.source) ? content.source : {}
  const { media_type, data, url } = source
  return isText(data) ? { inlineData: { mimeType: media_type, data } } : { text: String(url ?? '') }
}
