import { callTarget } from '../../model/call-target.ts'
import { hashHex } from '../../model/id.ts'
import type { OutlineBlock } from '../../model/outline.ts'
import { blocksOf } from './blocks.ts'
import { charsIn } from './measure.ts'
import { contentOf, isText, type Line } from './schema.ts'

const PREVIEW = 160

/** The blocks of a line as surgery knows them; `ordinal` is the place of the first one in its round. */
export function outlineBlocks(line: Line, ordinal: number): readonly OutlineBlock[] {
  const content = line.type === 'assistant' ? contentOf(line.message) : []
  return blocksOf(line).map((block, at): OutlineBlock => {
    const text = textOf(block.content)
    const own = {
      ordinal: ordinal + at,
      kind: block.type,
      chars: block.type === 'tool_use' ? charsIn(block.content) : text.length,
      preview: block.type === 'tool_use' ? oneLine(callTarget(block.content)) : oneLine(text),
      ending: text.length > PREVIEW ? text.slice(-PREVIEW) : text,
    }
    if (block.type === 'tool_use') return { ...own, ...named(block.name), ...called(block.tool_use_id) }
    const isUnsigned = content[at]?.type === 'thinking' && !isText(content[at].signature)
    if (isUnsigned) return { ...own, unsigned: true }
    if (block.type !== 'tool_result') return own
    const images = imagesIn(block.content)
    const ms = msOf(line.toolUseResult)
    return {
      ...own,
      ...called(block.tool_use_id),
      ...(images > 0 && { images }),
      ...(ms !== undefined && { ms }),
      print: hashHex(text).slice(0, 32),
    }
  })
}

/** The text of a block, whichever form its content has; pictures are none. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(partText).join('\n')
  return ''
}

function partText(part: unknown): string {
  const text = typeof part === 'object' && part !== null ? (part as { text?: unknown }).text : part
  return typeof text === 'string' ? text : ''
}

function imagesIn(content: unknown): number {
  if (!Array.isArray(content)) return 0
  return content.filter((part) => (part as { type?: unknown } | null)?.type === 'image').length
}

function oneLine(text: string): string {
  return text
    .slice(0, PREVIEW * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, PREVIEW)
}

function msOf(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const { durationMs, totalDurationMs } = result as { durationMs?: unknown; totalDurationMs?: unknown }
  const ms = durationMs ?? totalDurationMs
  return typeof ms === 'number' && ms >= 0 ? Math.round(ms) : undefined
}

function named(name: string | undefined): { readonly name?: string } {
  return name === undefined ? {} : { name }
}

function called(call: string | undefined): { readonly call?: string } {
  return call === undefined ? {} : { call }
}
