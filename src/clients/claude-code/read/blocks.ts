import type { BlockDraft, BlockKind, Role } from '../../../model/block.ts'
import { type Content, contentOf, isText, type Line } from '../schema.ts'
import { holdsWords, isInjectedText, kindOfUserLine } from './classify.ts'

/** The blocks of one line, in the order the client wrote them. */
export function blocksOf(line: Line): readonly BlockDraft[] {
  const blocks = bareBlocksOf(line)
  return line.isSidechain ? blocks.map((block) => ({ ...block, sidechain: true })) : blocks
}

/** How many blocks `blocksOf` gives, without making them. */
export function blockCount(line: Line): number {
  if (line.type === 'user' || line.type === 'assistant') return contentOf(line.message).length
  return line.type === 'progress' ? 0 : 1
}

function bareBlocksOf(line: Line): readonly BlockDraft[] {
  const timestamp = isText(line.timestamp) ? line.timestamp : null
  switch (line.type) {
    case 'assistant':
      return contentOf(line.message).map((content) => assistantBlock(content, timestamp))
    case 'user':
      return userBlocks(line, timestamp)
    case 'attachment':
      return [note(renderedText(line) ?? line.attachment ?? null, timestamp)]
    case 'system':
      return [note(isText(line.content) ? line.content : (line.subtype ?? ''), timestamp)]
    case 'progress':
      return []
    default:
      return [{ role: 'system', type: 'unknown', timestamp, content: line }]
  }
}

/** What a block of a reply is. */
export function kindOfReplyBlock({ type }: Content): BlockKind {
  if (type === 'text') return 'assistant-text'
  if (type === 'thinking' || type === 'redacted_thinking') return 'thinking'
  return type === 'tool_use' || type === 'image' ? type : 'unknown'
}

/** What a block of a user line is; some lines hold no words of a person. */
export function kindOfUserBlock({ type, text }: Content, mayBeSaid: boolean): BlockKind {
  if (type === 'text') return mayBeSaid && !isInjectedText(text ?? '') ? 'user-text' : 'note'
  return type === 'tool_result' || type === 'image' ? type : 'unknown'
}

function assistantBlock(content: Content, timestamp: string | null): BlockDraft {
  const base = { role: 'assistant' as Role, timestamp }
  const type = kindOfReplyBlock(content)
  switch (type) {
    case 'assistant-text':
      return { ...base, type, content: content.text ?? '' }
    case 'thinking':
      return { ...base, type, content: content.type === 'thinking' ? (content.thinking ?? '') : '' }
    case 'tool_use':
      return {
        ...base,
        type: 'tool_use',
        content: content.input ?? null,
        ...(isText(content.name) && { name: content.name }),
        ...(isText(content.id) && { tool_use_id: content.id }),
      }
    default:
      return { ...base, type, content }
  }
}

function userBlocks(line: Line, timestamp: string | null): readonly BlockDraft[] {
  const mayBeSaid = holdsWords(line, kindOfUserLine(line))
  const ms = msOf(line.toolUseResult)
  return contentOf(line.message).map((content): BlockDraft => {
    const base = { role: 'user' as Role, timestamp }
    const type = kindOfUserBlock(content, mayBeSaid)
    switch (type) {
      case 'user-text':
        return { ...base, type, content: content.text ?? '' }
      case 'note':
        return note(content.text ?? '', timestamp)
      case 'tool_result':
        return {
          ...base,
          type: 'tool_result',
          content: content.content ?? '',
          ...(isText(content.tool_use_id) && { tool_use_id: content.tool_use_id }),
          ...(content.is_error === true && { is_error: true }),
          ...(ms !== undefined && { ms }),
        }
      default:
        return { ...base, type, content }
    }
  })
}

/** How long the call took that a line has the result of, where the client recorded it. */
export function msOf(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const { durationMs, totalDurationMs } = result as { durationMs?: unknown; totalDurationMs?: unknown }
  const ms = durationMs ?? totalDurationMs
  return typeof ms === 'number' && ms >= 0 ? Math.round(ms) : undefined
}

function note(content: unknown, timestamp: string | null): BlockDraft {
  return { role: 'system', type: 'note', timestamp, content }
}

/** What the client shows the model of an attachment, where it recorded that. */
function renderedText(line: Line): string | undefined {
  if (!Array.isArray(line.rendered)) return undefined
  const texts = line.rendered
    .map((part: unknown) => (typeof part === 'object' && part !== null ? (part as Content).content : undefined))
    .filter(isText)
  return texts.length > 0 ? texts.join('\n') : undefined
}
