/** What a million tokens of input cost in dollars, as far as known on the day in `AS_OF`; not read from the vendors. */
export const PRICES_AS_OF = '2026-01-15'

const INPUT: readonly (readonly [part: string, dollars: number])[] = [
  ['opus-4-5', 5],
  ['opus-4-1', 15],
  ['opus-4-2', 15],
  ['sonnet-4', 3],
  ['3-7-sonnet', 3],
  ['haiku-4-5', 1],
  ['3-5-haiku', 0.8],
]
/** To write a cache costs so many times the price of input, to read one so many times. */
const CACHE_WRITE = 1.25
const CACHE_READ = 0.1

/** What it costs to have so many tokens read anew; null for a model that is not in the table. */
export function rereadPrice(model: string | null, tokens: number): number | null {
  return priceOf(model, tokens * CACHE_WRITE)
}

/** What it costs to have so many tokens read from the cache; null for a model that is not in the table. */
export function readPrice(model: string | null, tokens: number): number | null {
  return priceOf(model, tokens * CACHE_READ)
}

function priceOf(model: string | null, tokens: number): number | null {
  const price = INPUT.find(([part]) => model?.includes(part))?.[1]
  return price === undefined ? null : (tokens / 1e6) * price
}
