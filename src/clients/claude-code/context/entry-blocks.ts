import type { BlockKind } from '../../../model/block.ts'
import { callDescription, callTarget } from '../../../model/call-target.ts'
import type { EntryBlock } from '../../../model/entry.ts'
import { holdsNotice, isNotice } from '../../../model/notice-forms.ts'
import { briefCommand } from '../../../model/shell-words.ts'
import { charsIn, stringsIn } from '../../kit/strings-in.ts'
import { blocksOf, kindOfReplyBlock, kindOfUserBlock, msOf } from '../read/blocks.ts'
import { holdsWords, type UserKind } from '../read/classify.ts'
import { hiddenChars, resultTexts, sizesOf } from '../read/measure.ts'
import { commandIn, spokenPart, wordsInResult } from '../read/words.ts'
import { type Content, contentOf, isText, type Line } from '../schema.ts'
import { TOOLS } from '../tools.ts'

/** So much of a text is kept to say how it begins. */
const BEGINNING = 160
const TOLD_BEGINNING = 400
const RESULT_BEGINNING = 100
const RESULT_END = 300
/** No notice is shorter, so that no shorter string of a call is ever cut. */
const LONG_STRING = 64

/** What the client says in the agent's place where it is asked for nothing. */
const NO_RESPONSE = 'No response requested.'

/** A block whose place in its round is not known yet. */
export type OwnBlock = { -readonly [K in keyof EntryBlock]: EntryBlock[K] }

/** The blocks of a line, in the order the client wrote them; `userKind` is what a user line is. */
export function entryBlocks(line: Line, userKind: UserKind | undefined): OwnBlock[] {
  const blocks = unsizedBlocks(line, userKind)
  const sizes = sizesOf(line)
  for (let at = 0; at < blocks.length; at++) blocks[at]!.size = sizes[at]!
  return blocks
}

function unsizedBlocks(line: Line, userKind: UserKind | undefined): OwnBlock[] {
  switch (line.type) {
    case 'assistant':
      return contentOf(line.message).map(replyBlock)
    case 'user': {
      const mayBeSaid = holdsWords(line, userKind)
      const ms = msOf(line.toolUseResult)
      return contentOf(line.message).map((content, at) => {
        if (at === 0 && userKind === 'request' && commandIn(content.text ?? '')) return commandBlock(content.text!)
        const block = userBlock(content, mayBeSaid, ms)
        return mayBeSaid && block.kind === 'tool_result' ? resultWithWords(block, line, content) : block
      })
    }
    default:
      return blocksOf(line).map(({ type, content }) =>
        textBlock(type, isText(content) ? content : resultTexts(content).join('\n')),
      )
  }
}

/** A slash command as it was typed, with the size of what is sent of it. */
export function commandBlock(text: string): OwnBlock {
  return { ...textBlock('user-text', commandIn(text) ?? ''), chars: text.length }
}

/** A result that holds a person's words stays whole; where they are beside it, it may be cut, but not left out. */
function resultWithWords(block: OwnBlock, line: Line, content: Content): OwnBlock {
  if (wordsInResult(line, content)) return { ...block, isNotice: true, hasWords: true }
  const isBeside = contentOf(line.message).some((one) => kindOfUserBlock(one, true) === 'user-text')
  return isBeside ? { ...block, hasWords: true } : block
}

function replyBlock(content: Content): OwnBlock {
  const kind = kindOfReplyBlock(content)
  if (kind === 'tool_use') return callBlock(content)
  const text = kind === 'assistant-text' ? content.text : content.type === 'thinking' ? content.thinking : ''
  const block = textBlock(kind, isText(text) ? text : '')
  if (text === NO_RESPONSE) block.begins = ''
  if (kind === 'thinking') block.chars = Math.max(block.chars, hiddenChars(content))
  if (content.type === 'thinking' && !isText(content.signature)) block.isUnsigned = true
  return block
}

function userBlock(content: Content, mayBeSaid: boolean, ms: number | undefined): OwnBlock {
  const kind = kindOfUserBlock(content, mayBeSaid)
  if (kind !== 'tool_result') {
    const text = isText(content.text) && kind !== 'unknown' ? content.text : ''
    return kind === 'user-text'
      ? { ...textBlock(kind, spokenPart(text).said), chars: text.length }
      : textBlock(kind, text)
  }
  const texts = resultTexts(content.content)
  const block: OwnBlock = {
    ordinal: 0,
    kind,
    size: 0,
    chars: texts.reduce((chars, text) => chars + text.length, 0),
    begins: copyOf(texts.join('\n').slice(0, RESULT_BEGINNING)),
    isNotice: isText(content.content) ? isNotice(content.content) : holdsNotice(texts),
    images: imagesIn(content.content),
  }
  if (isText(content.tool_use_id)) block.call = content.tool_use_id
  if (content.is_error === true) block.failed = true
  const last = texts.at(-1)
  if (last !== undefined && block.chars > RESULT_BEGINNING) block.ends = copyOf(last.slice(-RESULT_END))
  if (ms !== undefined) block.ms = ms
  return block
}

function callBlock({ input, name, id }: Content): OwnBlock {
  const long = stringsIn(input).filter((text) => text.length > LONG_STRING)
  const description = callDescription(input)
  const { role } = TOOLS.act(isText(name) ? name : undefined, undefined)
  const block: OwnBlock = {
    ordinal: 0,
    kind: 'tool_use',
    size: 0,
    chars: charsIn(input ?? null),
    begins: copyOf(callTarget(input).slice(0, BEGINNING)),
    role,
    isNotice: long.some(isNotice),
    images: 0,
  }
  if (isText(name)) block.name = name
  if (isText(id)) block.call = id
  if (role === 'run') block.command = copyOf(briefCommand(callTarget(input), TOLD_BEGINNING))
  if (description !== '') block.description = copyOf(description.slice(0, BEGINNING))
  if (long.length > 0) block.strings = long.map((text) => text.length)
  return block
}

function textBlock(kind: BlockKind, text: string): OwnBlock {
  const isTold = kind === 'user-text' || kind === 'assistant-text'
  const begins = isTold ? copyOf(text.slice(0, kind === 'assistant-text' ? TOLD_BEGINNING : BEGINNING)) : ''
  return { ordinal: 0, kind, size: 0, chars: text.length, begins, isNotice: isNotice(text), images: 0 }
}

const scratch = Buffer.alloc(4 * TOLD_BEGINNING)

/** A part of a longer text would keep all of that in memory. */
function copyOf(text: string): string {
  return text === '' ? '' : scratch.toString('utf8', 0, scratch.write(text))
}

function imagesIn(content: unknown): number {
  if (!Array.isArray(content)) return 0
  return content.filter((part) => (part as { type?: unknown } | null)?.type === 'image').length
}
