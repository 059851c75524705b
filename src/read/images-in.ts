import type { Block } from '../model/block.ts'

export interface Image {
  readonly mediaType: string
  readonly bytes: Buffer
}

/** The pictures inside blocks, in order, whichever form their client gives them. */
export function imagesIn(blocks: readonly Block[]): readonly Image[] {
  return blocks.flatMap(({ content }) => imagesOf(content))
}

function imagesOf(value: unknown): readonly Image[] {
  if (typeof value === 'string') return dataUrl(value)
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(imagesOf)
  const { type, data, media_type } = value as { type?: unknown; data?: unknown; media_type?: unknown }
  if (type === 'base64' && typeof data === 'string')
    return [{ mediaType: typeof media_type === 'string' ? media_type : 'image', bytes: Buffer.from(data, 'base64') }]
  return Object.values(value).flatMap(imagesOf)
}

function dataUrl(text: string): readonly Image[] {
  const match = /^data:(image\/[\w.+-]+);base64,/.exec(text.slice(0, 80))
  return match ? [{ mediaType: match[1]!, bytes: Buffer.from(text.slice(match[0].length), 'base64') }] : []
}
