import { loadMasking } from '../../redaction/mask.ts'

/**
 * A value as it may leave the machine: secrets masked in every text of it, wherever that is, with what its key says of it.
 * Keys stay as they are. A value without secrets is given back as it is. In a long one others have their turn.
 */
export async function maskedValue<T>(value: T): Promise<T> {
  const texts = textsIn(value)
  if (texts.length === 0) return value
  const { maskingText, maskNamed, maskText } = await loadMasking()
  const masked = new Map<string, Map<string, string>>()
  let chars = 0
  for (const { name, text } of texts) {
    let result: string
    if (text.length > LONG) {
      const masking = maskingText(text)
      let step = masking.next()
      for (; !step.done; step = masking.next()) await new Promise(setImmediate)
      result = step.value.text
    } else result = (name === '' ? maskText(text) : maskNamed(name, text)).text
    if (result !== text) masked.set(name, (masked.get(name) ?? new Map()).set(text, result))
    chars += text.length
    if (chars > LONG) {
      chars = 0
      await new Promise(setImmediate)
    }
  }
  return (masked.size === 0 ? value : replaced(value, '')) as T

  function replaced(part: unknown, name: string): unknown {
    if (typeof part === 'string') return masked.get(name)?.get(part) ?? part
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map((one) => replaced(one, name))
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, replaced(one, key)]))
  }
}

/** Texts of a value, each once with the key that it is under. */
function textsIn(value: unknown): readonly { readonly name: string; readonly text: string }[] {
  const found: { readonly name: string; readonly text: string }[] = []
  const known = new Map<string, Set<string>>()
  const visit = (part: unknown, name: string): void => {
    if (typeof part === 'string') {
      if (part.length < SHORTEST) return
      const under = known.get(name) ?? new Set()
      if (under.has(part)) return
      known.set(name, under.add(part))
      found.push({ name, text: part })
    } else if (Array.isArray(part)) for (const one of part) visit(one, name)
    else if (typeof part === 'object' && part !== null && !(part instanceof Uint8Array))
      for (const [key, one] of Object.entries(part)) visit(one, key)
  }
  visit(value, '')
  return found
}

/** No rule knows a secret in a shorter text. */
const SHORTEST = 5
/** After so many characters others have their turn. */
const LONG = 200_000
