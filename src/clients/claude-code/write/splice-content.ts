import { isAscii, isUtf8 } from 'node:buffer'
import type { BlockEdit, LineEdits } from '../../../model/line-edits.ts'
import { eachField, eachItem, type Field, type Splice, withoutFieldAt } from '../../kit/json-fields.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const OPEN_ARRAY = 0x5b

/** Where the fields of a line are, and those of the blocks it says. */
export interface LineFields {
  readonly fields: ReadonlyMap<string, Field>
  /** Undefined where the content is no list of blocks. */
  readonly blocks: readonly ReadonlyMap<string, Field>[] | undefined
}

/** Goes through a line once. */
export function fieldsOfLine(line: Buffer): LineFields {
  const fields = new Map<string, Field>()
  const blocks: ReadonlyMap<string, Field>[] = []
  let hasBlocks = false
  eachField(line, line.indexOf('{'), put, (name, start) =>
    name === 'message' && line[start] === OPEN_OBJECT ? eachField(line, start, ignore, enterContent) : undefined,
  )
  return { fields, blocks: hasBlocks ? blocks : undefined }

  function put(name: string, field: Field): void {
    fields.set(name, field)
  }

  function enterContent(name: string, start: number): number | undefined {
    if (name !== 'content' || line[start] !== OPEN_ARRAY) return undefined
    blocks.length = 0
    hasBlocks = true
    return eachItem(line, start, (item) => {
      const own = new Map<string, Field>()
      blocks.push(own)
      if (line[item] === OPEN_OBJECT) return eachField(line, item, (key, field) => own.set(key, field))
      hasBlocks = false // what is no block does not count as one
      return undefined
    })
  }
}

function ignore(): void {}

/**
 * The edits of a line as splices, so that the rest of it, however long, is copied as it is. Undefined where they take
 * more than that: then the line has to be read.
 */
export function contentSplices(
  line: Buffer,
  { fields, blocks }: LineFields,
  edits: LineEdits,
): readonly Splice[] | undefined {
  if (!blocks || edits.renames || edits.context !== undefined || edits.blocks.size === 0) return undefined
  const splices: Splice[] = []
  for (const [at, edit] of edits.blocks) {
    const splice = blocks[at] && blockSplice(line, blocks[at], edit)
    if (!splice) return undefined
    splices.push(splice)
  }
  const result = fields.get('toolUseResult')
  return result ? [...splices, withoutFieldAt(line, result)] : splices
}

function blockSplice(line: Buffer, block: ReadonlyMap<string, Field>, edit: BlockEdit): Splice | undefined {
  const type = block.get('type')
  if (!type || line.toString('latin1', type.start, type.end) !== '"tool_result"') return undefined
  const content = block.get('content')
  if (!content) return undefined
  const { start, end } = content
  if (!isUtf8(line.subarray(start, end))) return undefined // its characters are not where its bytes say
  return resultSplice(line, start, end, edit)
}

/** The edit of a result that is at a place, in valid UTF-8. */
function resultSplice(line: Buffer, start: number, end: number, edit: BlockEdit): Splice | undefined {
  if (edit.kind === 'text') return { start, end, text: JSON.stringify(edit.text) }
  if (edit.kind !== 'cut' || line[start] !== QUOTE) return undefined
  const cutAt = headEnd(line, start, end, edit.keep)
  const notice = cutAt === start + 1 ? edit.notice.trimStart() : edit.notice
  return { start: cutAt, end, text: JSON.stringify(notice).slice(1) }
}

/** The byte after the first characters of the text that opens at `start`, never inside one. */
function headEnd(line: Buffer, start: number, end: number, chars: number): number {
  const plain = line.subarray(start + 1, Math.min(start + 1 + chars, end - 1))
  if (isAscii(plain) && !plain.includes(BACKSLASH)) return start + 1 + plain.length
  let at = start + 1
  let count = 0
  while (count < chars && at < end - 1) {
    const byte = line[at]!
    if (byte < 0x80 && byte !== BACKSLASH) {
      count++
      at++
      continue
    }
    const units = byte >= 0xf0 ? 2 : 1
    if (count + units > chars) break
    const next = at + lengthOf(line, at, byte)
    const isHalf = byte === BACKSLASH && isHighSurrogate(line, at)
    if (isHalf && count + 1 === chars) break
    count += units
    at = next
  }
  return at
}

/** How many bytes a character takes, or an escape. */
function lengthOf(line: Buffer, at: number, byte: number): number {
  if (byte === BACKSLASH) return line[at + 1] === 0x75 ? 6 : 2
  if (byte < 0xc0) return 1
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
}

function isHighSurrogate(line: Buffer, at: number): boolean {
  return line[at + 1] === 0x75 && /^d[89ab]/i.test(line.toString('latin1', at + 2, at + 4))
}
