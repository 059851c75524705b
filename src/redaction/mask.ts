import { mayHoldSecret } from './may-hold-secret.ts'

export interface Masked {
  readonly text: string
  /** What was masked, in the order of the text: which rule knew it, and how long it was. */
  readonly masked: readonly { readonly rule: string; readonly chars: number }[]
}

/**
 * The text with every secret that a rule knows replaced by the name of the rule. Nothing is stored anywhere: the record
 * keeps the text as it was. Masking what is masked changes nothing.
 */
export async function mask(text: string): Promise<Masked> {
  if (!mayHoldSecret(text)) return { text, masked: [] }
  const { findSecrets } = await import('./find-secrets.ts')
  const secrets = await findSecrets(text)
  if (secrets.length === 0) return { text, masked: [] }
  const texts: string[] = []
  let at = 0
  for (const { rule, start, end } of secrets) {
    texts.push(text.slice(at, start), `[masked: ${rule}]`)
    at = end
  }
  texts.push(text.slice(at))
  return { text: texts.join(''), masked: secrets.map(({ rule, start, end }) => ({ rule, chars: end - start })) }
}
