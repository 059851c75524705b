import type { Fingerprint } from '../../client.ts'
import { DIGITS, digestOf } from '../../kit/digest-of.ts'
import { eachRecord } from '../read/read-line.ts'
import { type Content, contentOf, isText, type Line } from '../schema.ts'
import { sentBlocksOf } from './sent-blocks.ts'
import { type Linked, linkedOf, type SentLine, sentOf } from './sent-lines.ts'

/**
 * The conversation that the client sends of lines, each block as its hash: of a line little more is held than the ids
 * that join it to others.
 */
export function createFingerprint(): Fingerprint {
  const lines: HeldLine[] = []
  return {
    add(bytes) {
      eachRecord(bytes, (record, { isRead }) => {
        const links = isRead ? linkedOf(record, lines.length) : undefined
        if (links) lines.push(new HeldLine(record, links, lines.at(-1)?.links))
      })
    },
    *blocks() {
      for (const block of sentBlocksOf(sentOf(lines))) yield digestOf(JSON.stringify(block))
    },
  }
}

/** What decides whether a block is sent, by the letter it is held as. Capitals have an id, which is with the links. */
const BLOCKS: Readonly<Record<string, Content>> = {
  t: { type: 'text', text: 'said' },
  e: { type: 'text', text: '' },
  h: { type: 'thinking' },
  u: { type: 'tool_use' },
  U: { type: 'tool_use' },
  r: { type: 'tool_result' },
  R: { type: 'tool_result' },
  f: { type: 'fallback' },
  o: {},
}

/**
 * A line with what decides whether it and its blocks are sent, and the hash of each block. The blocks are one text until
 * somebody looks at them: as objects they take ten times as much.
 */
class HeldLine implements SentLine {
  readonly links: Linked
  private readonly type: string | undefined
  private readonly reply: string | undefined
  private readonly isSidechain: boolean | undefined
  private readonly isLeftOut: boolean
  private readonly blocks: string

  /** Most lines name the one before, and the reply that both are parts of: these names are held once. */
  constructor(line: Line, links: Linked, before: Linked | undefined) {
    const parent = links.parent === before?.uuid ? (before?.uuid ?? null) : links.parent
    const messageId = links.messageId === before?.messageId ? before?.messageId : links.messageId
    this.links = { ...links, parent, messageId }
    this.type = line.type
    this.reply = line.message?.id === messageId ? messageId : line.message?.id
    this.isSidechain = line.isSidechain
    this.isLeftOut = Boolean(line.isApiErrorMessage || line.isDisplayOnly)
    this.blocks = line.type === 'system' ? digestOf(isText(line.content) ? line.content : '') : heldBlocks(line)
  }

  get line(): Line {
    const { type = '', reply, isSidechain = false, isLeftOut, blocks, links } = this
    const own = links.kind === 'leaf' ? {} : { uuid: links.uuid } // a leaf is another line's
    const line = { type, ...own, isSidechain, isDisplayOnly: isLeftOut }
    if (type === 'system') return { ...line, content: blocks }
    const content = contentIn(blocks, links)
    return { ...line, message: reply === undefined ? { content } : { id: reply, content } }
  }
}

function heldBlocks({ message }: Line): string {
  return contentOf(message)
    .flatMap((content) => [letterOf(content), digestOf(JSON.stringify(content))])
    .join('')
}

function letterOf({ type, text, id, tool_use_id }: Content): string {
  switch (type) {
    case 'text':
      return isText(text) && text.trim() !== '' ? 't' : 'e'
    case 'thinking':
      return 'h'
    case 'tool_use':
      return isText(id) ? 'U' : 'u'
    case 'tool_result':
      return isText(tool_use_id) ? 'R' : 'r'
    case 'fallback':
      return 'f'
    default:
      return 'o'
  }
}

function contentIn(blocks: string, { calls, answers }: Linked): readonly Content[] {
  const content: Content[] = []
  let call = 0
  let answer = 0
  for (let at = 0; at < blocks.length; at += 1 + DIGITS) {
    const letter = blocks[at]!
    content.push({
      ...BLOCKS[letter],
      ...(letter === 'U' && { id: calls[call++]! }),
      ...(letter === 'R' && { tool_use_id: answers[answer++]! }),
      signature: blocks.slice(at + 1, at + 1 + DIGITS),
    })
  }
  return content
}
