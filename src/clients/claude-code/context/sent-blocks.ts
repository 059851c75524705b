import { type Content, contentOf, isText, type Line } from '../schema.ts'
import { openCallsOf, type SentLine, sentLines } from './sent-lines.ts'

/** One block of the conversation a client sends, with what identifies it. */
export interface SentBlock {
  readonly role: 'user' | 'assistant'
  readonly content: Content
}

/**
 * The conversation a client sends when it resumes these lines: the sent lines' blocks without those the client leaves
 * out (docs/clients/claude-code.md): empty text, pictures for the terminal, errors of the API, replies that are thinking and nothing else, calls
 * without an answer and answers without a call, a call or answer whose id was there before. What the client adds by
 * itself is not in here.
 */
export function sentBlocks(lines: readonly Line[]): readonly SentBlock[] {
  return [...sentBlocksOf(sentLines(lines))]
}

/** The same of the lines that are sent, one after the other. */
export function sentBlocksOf(sent: readonly SentLine[]): Iterable<SentBlock> {
  return blocksOf(sent, answersIn(sent))
}

/**
 * How many messages the API gets: what one side says until the other one speaks is one. A call that the session ended
 * in counts with the answer that the client makes up for it, other fillers do not count.
 */
export function messagesSent(lines: readonly Line[]): number {
  const sent = sentLines(lines)
  const open = openCallsOf(sent.map(({ links }) => links))
  const blocks = blocksOf(sent, new Set([...answersIn(sent), ...open]))
  const roles = [...Array.from(blocks, (block) => block.role), ...(open.length > 0 ? ['user'] : [])]
  return roles.filter((role, at) => role !== roles[at - 1]).length
}

function* blocksOf(sent: readonly SentLine[], answered: ReadonlySet<string>): Generator<SentBlock> {
  const called = new Set(sent.flatMap(({ links }) => links.calls))
  const open = new Set(openCallsOf(sent.map(({ links }) => links)))
  const speaking = new Set<string | undefined>()
  for (const { line } of sent) if (saysSomething(line)) speaking.add(replyOf(line))
  const calls = new Set<string>()
  const answers = new Set<string>()
  for (const { line } of sent) {
    if (line.isApiErrorMessage || line.isDisplayOnly) continue
    if (line.type === 'system') {
      yield { role: 'user', content: { type: 'text', text: isText(line.content) ? line.content : '' } }
      continue
    }
    const role = line.type === 'assistant' ? 'assistant' : 'user'
    for (const content of contentOf(line.message)) if (isSent(content, line)) yield { role, content }
  }

  function isSent(content: Content, line: Line): boolean {
    switch (content.type) {
      case 'text':
        return isText(content.text) && content.text.trim() !== ''
      case 'thinking':
        return speaking.has(replyOf(line))
      case 'tool_use':
        return isText(content.id) && answered.has(content.id) && isFirst(calls, content.id)
      case 'tool_result':
        return isText(content.tool_use_id) && called.has(content.tool_use_id) && isFirst(answers, content.tool_use_id)
      case 'fallback':
        return false
      default:
        return true
    }
  }

  /** What is left of a reply without it is not thinking alone. */
  function saysSomething(line: Line): boolean {
    return contentOf(line.message).some(({ type, text, id }) => {
      if (type === 'tool_use') return isText(id) && (answered.has(id) || open.has(id))
      return type !== 'thinking' && !(type === 'text' && (!isText(text) || text.trim() === ''))
    })
  }
}

function isFirst(seen: Set<string>, id: string): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  return true
}

function answersIn(sent: readonly SentLine[]): ReadonlySet<string> {
  return new Set(sent.flatMap(({ links }) => links.answers))
}

function replyOf(line: Line): string | undefined {
  return line.message?.id ?? line.uuid
}
