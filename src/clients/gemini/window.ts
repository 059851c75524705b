/** What the client takes its models to hold. */
const WINDOW = 1_048_576
const GEMMA = 256_000

/** The part of it from which on the client compacts by itself, where nobody set another. */
export const COMPACTED_FROM = 0.5

/** Tokens that a model takes, as the client believes. */
export function modelWindow(model: string | null): number {
  return model?.startsWith('gemma-') ? GEMMA : WINDOW
}

/**
 * Tokens that fit before the client compacts by itself. A context that was sent and is larger proves that it is told to do so
 * later, or a larger model.
 */
export function windowOf(model: string | null, largestContext: number): number {
  const taken = modelWindow(model)
  const fitting = taken * COMPACTED_FROM
  return largestContext <= fitting ? fitting : Math.max(taken, largestContext)
}
