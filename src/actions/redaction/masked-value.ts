import { mask } from '../../redaction/mask.ts'
import { mayHoldSecret } from '../../redaction/may-hold-secret.ts'

/** A value as it may leave the machine: secrets masked in every text of it, wherever that is. Keys stay as they are. */
export async function maskedValue<T>(value: T): Promise<T> {
  const secret = new Map<string, string>()
  for (const text of suspectsIn(value)) secret.set(text, (await mask(text)).text)
  return (secret.size === 0 ? value : replaced(value)) as T

  function replaced(part: unknown): unknown {
    if (typeof part === 'string') return secret.get(part) ?? part
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map(replaced)
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, replaced(one)]))
  }
}

/** Texts that a secret may be in. Short ones are looked at together: that is faster, and hardly any have one. */
function suspectsIn(value: unknown): ReadonlySet<string> {
  const suspects = new Set<string>()
  let batch: string[] = []
  let length = 0
  const look = () => {
    if (mayHoldSecret(batch.join('\n'))) for (const text of batch) if (mayHoldSecret(text)) suspects.add(text)
    batch = []
    length = 0
  }
  const visit = (part: unknown): void => {
    if (typeof part === 'string') {
      if (part.length < SHORTEST) return
      batch.push(part)
      length += part.length
      if (length > BATCH) look()
    } else if (typeof part === 'object' && part !== null) {
      for (const one of Array.isArray(part) ? part : Object.values(part)) visit(one)
    }
  }
  visit(value)
  look()
  return suspects
}

/** No rule knows a secret shorter than this. */
const SHORTEST = 12
const BATCH = 16_384
