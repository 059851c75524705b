/** Windows as the client itself reports them. */
const WINDOWS: readonly (readonly [part: string, tokens: number])[] = [
  ['[1m]', 1_000_000],
  ['sonnet-4', 200_000],
  ['haiku-4-5', 200_000],
  ['3-5-haiku', 200_000],
  ['3-7-sonnet', 200_000],
  ['opus-4-8', 1_000_000],
  ['opus-5', 1_000_000],
  ['sonnet-5', 1_000_000],
  ['haiku-5', 1_000_000],
  ['fable-5', 1_000_000],
  ['opus-4', 200_000],
]

/** Tokens the model's window holds. A context seen larger than that proves a larger window, also of a model nobody knows. */
export function windowOf(model: string | null, largestContext: number): number {
  if (largestContext > 200_000) return 1_000_000
  return WINDOWS.find(([part]) => model?.includes(part))?.[1] ?? 200_000
}
