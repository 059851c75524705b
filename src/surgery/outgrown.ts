import type { Preview } from './preview.ts'

/** Says that a new session is larger than its window. */
export function outgrown({ tokensAfter }: Pick<Preview, 'tokensAfter'>, window: number): readonly string[] {
  if (tokensAfter <= window) return []
  const thousands = (tokens: number) => `${Math.round(tokens / 1000)}k`
  return [
    `About ${thousands(tokensAfter)} tokens do not fit a window of ${thousands(window)}: the client will compact the new session before it continues. \`stet shrink\` makes it smaller first.`,
  ]
}
