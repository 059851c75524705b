/** Windows as the client itself reports them; a model it does not know gets the largest. */
const WINDOWS: readonly (readonly [part: string, tokens: number])[] = [
  ['[1m]', 1_000_000],
  ['sonnet-4', 200_000],
  ['haiku-4-5', 200_000],
  ['3-5-haiku', 200_000],
  ['3-7-sonnet', 200_000],
  ['opus-4-8', 1_000_000],
  ['opus-4', 200_000],
]

/** Tokens the model's window holds. A context seen larger than the table says proves a larger window. */
export function windowOf(model: string | null, largestContext: number): number {
  if (largestContext > 200_000) return 1_000_000
  if (model === null) return 200_000
  return WINDOWS.find(([part]) => model.includes(part))?.[1] ?? 1_000_000
}
