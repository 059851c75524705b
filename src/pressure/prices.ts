/** The day on which the vendors' public price lists were read: platform.claude.com/docs and developers.openai.com/api/docs. */
export const PRICES_AS_OF = '2026-11-16'

/**
 * What a million tokens of a prompt cost in dollars: not in the cache yet, that is written into it for five minutes, or taken as
 * input where a vendor asks nothing for writing; and read from the cache. Higher prices for very long prompts are not in
 * it, and neither is a model whose price depends on the prompt's length.
 */
const PRICES: Readonly<Record<string, readonly [uncached: number, cached: number]>> = {
  'fable-5-1': [12.5, 0.25],
  'mythos-5-1': [12.5, 0.25],
  'fable-5': [12.5, 1],
  'mythos-5': [12.5, 1],
  'opus-5-5': [5, 0.2],
  'opus-5': [6.25, 0.5],
  'opus-4-8': [6.25, 0.5],
  'opus-4-7': [6.25, 0.5],
  'opus-4-6': [6.25, 0.5],
  'opus-4-5': [6.25, 0.5],
  'opus-4-1': [18.75, 1.5],
  'opus-4': [18.75, 1.5],
  'sonnet-5-5': [2.5, 0.2],
  'sonnet-5': [2.5, 0.2],
  'sonnet-4-6': [3.75, 0.3],
  'sonnet-4-5': [3.75, 0.3],
  'sonnet-4': [3.75, 0.3],
  'sonnet-3-7': [3.75, 0.3],
  'haiku-4-5': [1.25, 0.1],
  'haiku-3-5': [1, 0.08],
  'gpt-5-codex': [1.25, 0.125],
}

/** What it costs to have so many tokens read that are not in the cache; null for a model that is not in the table. */
export function rereadPrice(model: string | null, tokens: number): number | null {
  const prices = pricesOf(model)
  return prices ? (tokens / 1e6) * prices[0] : null
}

/** What it costs to have so many tokens read from the cache; null for a model that is not in the table. */
export function readPrice(model: string | null, tokens: number): number | null {
  const prices = pricesOf(model)
  return prices ? (tokens / 1e6) * prices[1] : null
}

/** `claude-opus-4-1-20250805` is `opus-4-1`, `claude-3-7-sonnet-20250219` is `sonnet-3-7`. */
function pricesOf(model: string | null): readonly [number, number] | undefined {
  const id = (model ?? '').replace(/^.*claude-/, '').replace(/\[.*\]$/, '')
  const old = /^(\d)-(\d)-([a-z]+)/.exec(id)
  const name = old ? `${old[3]}-${old[1]}-${old[2]}` : id.replace(/[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest)\b.*$/, '')
  return Object.hasOwn(PRICES, name) ? PRICES[name] : undefined
}
