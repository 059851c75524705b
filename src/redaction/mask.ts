import type { Masked } from '../model/passed.ts'

export interface MaskedText {
  readonly text: Masked
  /** What was masked, in the order of the text: which rule knew it, and how long it was. */
  readonly masked: readonly { readonly rule: string; readonly chars: number }[]
}

/**
 * The text with every secret that a rule knows replaced by the name of the rule. Nothing is stored anywhere: the record
 * keeps the text as it was. Masking what is masked changes nothing: it is done again until nothing is found, and a text in
 * which that never ends is masked whole. The rules are loaded with the first text; in a long one others have their turn.
 */
export async function mask(text: string, signal?: AbortSignal): Promise<MaskedText> {
  if (text.length < SHORTEST) return { text: text as Masked, masked: [] }
  const { maskingText, maskText } = await loadMasking()
  if (text.length < LONG) return maskText(text)
  const masking = maskingText(text)
  for (;;) {
    const { done, value } = masking.next()
    if (done) return value
    await new Promise(setImmediate)
    signal?.throwIfAborted()
  }
}

/** The rules, for who masks many texts. */
export function loadMasking(): Promise<typeof import('./mask-text.ts')> {
  return import('./mask-text.ts')
}

/** The rules whose marks are in a text. */
export function rulesIn(masked: string): readonly string[] {
  return masked.includes('[masked: ') ? [...masked.matchAll(MASK)].map(([, rule]) => rule!) : []
}

const MASK = /\[masked: ([\w-]{1,60})\]/g

/** No rule knows a secret in a shorter text. */
const SHORTEST = 8
/** A text that takes longer than a few milliseconds. */
const LONG = 200_000
