/**
 * Tokens a text of so many characters is likely to cost. An estimate: the vendors' tokenizers are not public.
 * The one place to replace when a better one is measured.
 */
export function estimateTokens(chars: number): number {
  return Math.ceil(chars / 4)
}

/** What a picture costs, whatever is on it. */
export const IMAGE_TOKENS = 1500
