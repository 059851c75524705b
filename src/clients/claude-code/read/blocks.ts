import type { BlockDraft, BlockKind, Role } from '../../../model/block.ts'
import { note } from '../../kit/blocks.ts'
import { type Content, contentOf, isText, type Line } from '../schema.ts'
import { holdsWords, isInjectedText, kindOfUserLine, type UserKind } from './classify.ts'
import { deliveredWords, queuedWords } from './queue.ts'
import { commandIn, contentsIn, spokenPart, wordsInResult } from './words.ts'

/** The blocks of one line, in the order the client wrote them; `begins` says that a round begins with it. */
export function blocksOf(line: Line, begins = false): readonly BlockDraft[] {
  const blocks = bareBlocksOf(line, begins)
  return line.isSidechain ? blocks.map((block) => ({ ...block, sidechain: true })) : blocks
}

/** How many blocks `blocksOf` gives, but for those aside, without making them. */
export function blockCount(line: Line): number {
  if (line.type === 'user' || line.type === 'assistant') return contentOf(line.message).length
  return line.type === 'progress' ? 0 : 1
}

/** The texts of a line that a person said, without making blocks of it. */
export function wordsOf(line: Line, kind: UserKind | undefined): readonly string[] {
  const delivered = deliveredWords(line)
  if (delivered !== undefined) return [delivered]
  if (line.type !== 'user') return []
  const content = contentOf(line.message)
  const command = kind === 'request' ? commandIn(content[0]?.text ?? '') : undefined
  if (command !== undefined) return [command]
  if (!holdsWords(line, kind)) return []
  return content.flatMap((block) => {
    if (block.type === 'tool_result') return wordsInResult(line, block)?.said ?? []
    return kindOfUserBlock(block, true) === 'user-text' ? spokenPart(block.text ?? '').said : []
  })
}

function bareBlocksOf(line: Line, begins: boolean): readonly BlockDraft[] {
  const timestamp = isText(line.timestamp) ? line.timestamp : null
  switch (line.type) {
    case 'assistant':
      return contentOf(line.message).map((content) => assistantBlock(content, timestamp, line.cwd))
    case 'user':
      return userBlocks(line, timestamp, begins)
    case 'attachment': {
      const said = deliveredWords(line)
      return [
        said === undefined ? note(renderedText(line) ?? line.attachment ?? null, timestamp) : words(said, timestamp),
      ]
    }
    case 'queue-operation': {
      const said = queuedWords(line)
      return [said === undefined ? unknown(line, timestamp) : { ...words(said, timestamp), aside: true }]
    }
    case 'system':
      return [note(isText(line.content) ? line.content : (line.subtype ?? ''), timestamp)]
    case 'progress':
      return []
    default:
      return [unknown(line, timestamp)]
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

function assistantBlock(content: Content, timestamp: string | null, folder: unknown): BlockDraft {
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
        ...(isText(folder) && { folder }),
      }
    default:
      return { ...base, type, content }
  }
}

function userBlocks(line: Line, timestamp: string | null, begins: boolean): readonly BlockDraft[] {
  const kind = kindOfUserLine(line, begins)
  const mayBeSaid = holdsWords(line, kind)
  const ms = msOf(line.toolUseResult)
  return contentOf(line.message).flatMap((content, at): readonly BlockDraft[] => {
    const base = { role: 'user' as Role, timestamp }
    const command = at === 0 && kind === 'request' ? commandIn(content.text ?? '') : undefined
    if (command !== undefined)
      return [words(command, timestamp), ...aside(contentsIn(content.text ?? '') ?? '', timestamp)]
    const type = kindOfUserBlock(content, mayBeSaid)
    switch (type) {
      case 'user-text':
        return spokenBlocks(content.text ?? '', timestamp)
      case 'note':
        return [note(content.text ?? '', timestamp)]
      case 'tool_result': {
        const found = mayBeSaid ? wordsInResult(line, content) : undefined
        const result: BlockDraft = {
          ...base,
          type: 'tool_result',
          content: content.content ?? '',
          ...(isText(content.tool_use_id) && { tool_use_id: content.tool_use_id }),
          ...(content.is_error === true && { is_error: true }),
          ...(ms !== undefined && { ms }),
        }
        return found
          ? [
              { ...result, bare: found.bare },
              { ...words(found.said, timestamp), aside: true },
            ]
          : [result]
      }
      default:
        return [{ ...base, type, content }]
    }
  })
}

/** What a person says in a text, and aside what the client put around it. */
function spokenBlocks(text: string, timestamp: string | null): readonly BlockDraft[] {
  const { before, said, after } = spokenPart(text)
  return [...aside(before, timestamp), words(said, timestamp), ...aside(after, timestamp)]
}

function aside(text: string, timestamp: string | null): readonly BlockDraft[] {
  return text.trim() === '' ? [] : [{ ...note(text.trim(), timestamp), aside: true }]
}

function words(content: string, timestamp: string | null): BlockDraft {
  return { role: 'user', type: 'user-text', timestamp, content }
}

function unknown(line: Line, timestamp: string | null): BlockDraft {
  return { role: 'system', type: 'unknown', timestamp, content: line }
}

/** How long the call took that a line has the result of, where the client recorded it. */
export function msOf(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const { durationMs, totalDurationMs } = result as { durationMs?: unknown; totalDurationMs?: unknown }
  const ms = durationMs ?? totalDurationMs
  return typeof ms === 'number' && ms >= 0 ? Math.round(ms) : undefined
}

/** What the client shows the model of an attachment, where it recorded that. */
export function renderedText(line: Line): string | undefined {
  if (!Array.isArray(line.rendered)) return undefined
  const texts = line.rendered
    .map((part: unknown) => (typeof part === 'object' && part !== null ? (part as Content).content : undefined))
    .filter(isText)
  return texts.length > 0 ? texts.join('\n') : undefined
}
