import { baseName } from '../model/base-name.ts'
import { countChanges, lineDiff } from '../model/line-diff.ts'
import { plainLine } from '../model/plain-line.ts'
import { shortCount } from '../model/short-count.ts'
import type { ReadBlock as Block } from './read-rounds.ts'

/** What a round shows, one below the other: words, thinking, calls with their results. */
export type View =
  | {
      readonly kind: 'user' | 'agent' | 'note'
      readonly key: string
      readonly text: string
      readonly images: readonly string[]
    }
  | { readonly kind: 'thinking'; readonly key: string; readonly text: string }
  | {
      readonly kind: 'tool'
      readonly key: string
      readonly call: Block | undefined
      readonly result: Block | undefined
    }

export function viewsOf(blocks: readonly Block[]): readonly View[] {
  const results = new Map(
    blocks.flatMap((block) =>
      block.type === 'tool_result' && block.tool_use_id ? [[block.tool_use_id, block] as const] : [],
    ),
  )
  const answered = new Set<Block>()
  const views: View[] = []
  for (const block of blocks) {
    const key = block.block_id
    if (block.type === 'tool_use') {
      const result = block.tool_use_id === undefined ? undefined : results.get(block.tool_use_id)
      if (result) answered.add(result)
      views.push({ kind: 'tool', key, call: block, result })
    } else if (block.type === 'tool_result') {
      if (!answered.has(block)) views.push({ kind: 'tool', key, call: undefined, result: block })
    } else if (block.type === 'thinking') views.push({ kind: 'thinking', key, text: textOf(block.content) })
    else if (block.type === 'image') views.push({ kind: 'note', key, text: '', images: imagesIn([block.content]) })
    else {
      const kind = block.type === 'user-text' ? 'user' : block.type === 'assistant-text' ? 'agent' : 'note'
      views.push({ kind, key, text: textOf(block.content), images: [] })
    }
  }
  return views
}

/** The text of what a client recorded, whatever its shape. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textOf).filter(Boolean).join('\n')
  if (content !== null && typeof content === 'object') {
    if ('text' in content && typeof content.text === 'string') return content.text
    if ('thinking' in content && typeof content.thinking === 'string') return content.thinking
    if ('type' in content && content.type === 'image') return ''
    return JSON.stringify(content, null, 2)
  }
  return content === null || content === undefined ? '' : String(content)
}

/** Pictures as addresses that hold them whole; only of types in which nothing can act. */
export function imagesIn(content: unknown): readonly string[] {
  if (Array.isArray(content)) return content.flatMap(imagesIn)
  if (typeof content === 'string') return SAFE.test(content) ? [content] : []
  if (content === null || typeof content !== 'object') return []
  if ('source' in content && content.source !== null && typeof content.source === 'object') {
    const { media_type: type, data } = content.source as { media_type?: unknown; data?: unknown }
    const isSafe = typeof type === 'string' && /^image\/(?:png|jpeg|gif|webp)$/.test(type)
    return isSafe && typeof data === 'string' && /^[A-Za-z0-9+/=\s]*$/.test(data) ? [`data:${type};base64,${data}`] : []
  }
  if ('image_url' in content) return imagesIn(content.image_url)
  return 'content' in content ? imagesIn(content.content) : []
}

/** A picture in an address that holds it whole. */
const SAFE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/

/** What most tools say first of what they are asked for. */
const TELLING = ['description', 'pattern', 'query', 'url', 'prompt', 'skill', 'subject', 'name']

/** What a call is about, where it names no file and no command: what tells most of its input, else all of it. */
function aboutOf(content: unknown): string {
  if (content === null || typeof content !== 'object' || Array.isArray(content)) return textOf(content)
  const input = content as Readonly<Record<string, unknown>>
  const said = TELLING.map((key) => input[key]).find((value) => typeof value === 'string' && value.trim() !== '')
  if (typeof said === 'string') return said
  return Object.entries(input)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

/** One line on a call: what it is, what it is about, how it ended, how much it said. */
export function callLine({ call, result }: { call: Block | undefined; result: Block | undefined }) {
  const act = call?.act
  const edits = act?.edits ?? []
  const changes = edits.map(({ before, after }) => countChanges(lineDiff(before, after)))
  const added = changes.reduce((sum, change) => sum + change.added, 0)
  const removed = changes.reduce((sum, change) => sum + change.removed, 0)
  const target = act?.command ?? act?.files.map(({ path }) => baseName(path)).join(', ') ?? ''
  const output = result?.outcome?.output ?? textOf(result?.content)
  const exit = result?.outcome?.exit
  const failed = result?.outcome?.failed === true || result?.is_error === true
  return {
    name: call?.name ?? 'result',
    target: plainLine((target || aboutOf(call?.content)).slice(0, 400)),
    title: act?.files.map(({ path }) => path).join('\n') ?? '',
    change: edits.length > 0 ? { added, removed } : undefined,
    outcome: result === undefined ? 'no answer' : failed ? (typeof exit === 'number' ? `exit ${exit}` : 'failed') : '',
    failed,
    size: output === '' ? '' : shortCount(Math.ceil(output.length / 4)),
    output,
    pictures: imagesIn(result?.content),
  }
}
