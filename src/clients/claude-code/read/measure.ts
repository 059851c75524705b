import { blockSize } from '../../../model/tokens.ts'
import type { RoundDraft } from '../../kit/gathering.ts'
import { preview } from '../../kit/measure.ts'
import { type Content, contentOf, isText, type Line, type Usage } from '../schema.ts'
import { blocksOf, renderedText } from './blocks.ts'

/** Adds what one block of a message says to what is known of its round; `isAgents` where the agent says it. */
export function noteContent(patch: RoundDraft, content: Content, isAgents: boolean): void {
  const { type, thinking } = content
  if (type === 'text') {
    if (isAgents && patch.agentPreview === '') patch.agentPreview = preview(isText(content.text) ? content.text : '')
  } else if (type === 'thinking' || type === 'redacted_thinking') {
    patch.thinkingCount++
    patch.thinkingChars += isText(thinking) ? thinking.length : 0
  } else if (type === 'tool_use') patch.toolCount++
}

/** How large each block of a line is, in the order of `blocksOf`; what is not sent is nothing. */
export function sizesOf(line: Line): readonly number[] {
  if (line.type === 'user' || line.type === 'assistant') return contentOf(line.message).map(sizeOf)
  const shown = line.type === 'attachment' ? renderedText(line) : undefined
  if (shown !== undefined) return [blockSize('note', shown)]
  const isSent = line.type === 'attachment' || line.subtype === 'local_command'
  return blocksOf(line).map(({ type, content }) => (isSent && isText(content) ? blockSize(type, content) : 0))
}

function sizeOf(content: Content): number {
  switch (content.type) {
    case 'text':
      return blockSize('note', isText(content.text) ? content.text : '')
    case 'thinking':
    case 'redacted_thinking':
      return blockSize('thinking', isText(content.thinking) ? content.thinking : '', hiddenChars(content))
    case 'tool_use':
      return blockSize('tool_use', content.input)
    case 'tool_result':
      return blockSize('tool_result', content.content)
    default:
      return blockSize(content.type === 'image' ? 'image' : 'unknown', undefined)
  }
}

/** Tokens that filled the model's window, as its reply reports them. */
export function contextOf(usage: Usage | undefined): number {
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens } = usage ?? {}
  const sum = [input_tokens, cache_creation_input_tokens, cache_read_input_tokens].reduce(
    (total: number, count: unknown) => total + (typeof count === 'number' ? count : 0),
    0,
  )
  return Number.isSafeInteger(sum) ? sum : 0
}

/** Thinking that is not shown costs as much as shown; what is sent of it grows with it. */
export function hiddenChars(content: Content): number {
  const { signature, data } = content
  return isText(signature) ? signature.length : isText(data) ? data.length : 0
}

/** The texts of a result, whichever of its two forms it has; one that is no text, such as a picture, is empty. */
export function resultTexts(content: unknown): readonly string[] {
  if (isText(content)) return [content]
  return Array.isArray(content) ? content.map(partText) : []
}

function partText(part: unknown): string {
  const text = typeof part === 'object' && part !== null ? (part as Content).text : part
  return isText(text) ? text : ''
}
