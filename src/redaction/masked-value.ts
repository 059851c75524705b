import type { MaskedValue } from '../model/passed.ts'
import { loadMasking, mask, rulesIn } from './mask.ts'

/**
 * A value as it may leave the machine: secrets masked in every text and key of it, wherever that is, with what its key says
 * of it. A value without secrets is given back as it is. In a long one others have their turn.
 */
export async function maskedValue<T>(value: T): Promise<MaskedValue<T>> {
  return (await maskingValue(value)).value
}

/** The same, and which rules found something, now or before. */
export async function maskingValue<T>(
  value: T,
  signal?: AbortSignal,
): Promise<{ readonly value: MaskedValue<T>; readonly rules: ReadonlySet<string> }> {
  const texts = textsIn(value)
  const rules = new Set<string>()
  const masked = new Map<string, Map<string, string>>()
  if (texts.length === 0) return { value: value as MaskedValue<T>, rules }
  const { maskNamed, maskText } = await loadMasking()
  let chars = 0
  for (const { name, text } of texts) {
    const found = text.length > LONG ? await mask(text, signal) : name === '' ? maskText(text) : maskNamed(name, text)
    if (found.masked.length > 0) masked.set(name, (masked.get(name) ?? new Map()).set(text, found.text))
    for (const { rule } of found.masked) rules.add(rule)
    for (const rule of rulesIn(text)) rules.add(rule)
    chars += text.length
    if (chars < LONG) continue
    chars = 0
    await new Promise(setImmediate)
    signal?.throwIfAborted()
  }
  return { value: (masked.size === 0 ? value : replaced(value, '')) as MaskedValue<T>, rules }

  function replaced(part: unknown, name: string): unknown {
    if (typeof part === 'string') return masked.get(name)?.get(part) ?? part
    if (typeof part !== 'object' || part === null || part instanceof Uint8Array) return part
    if (Array.isArray(part)) return part.map((one, at) => replaced(one, nameInList(part, at, name)))
    const keys = masked.get('')
    const fields = new Map<string, unknown>()
    for (const [key, one] of Object.entries(part)) {
      let shown = keys?.get(key) ?? key
      while (fields.has(shown)) shown += ' ' // two that are masked alike are still two
      fields.set(shown, replaced(one, nameInObject(part, key)))
    }
    return Object.fromEntries(fields)
  }
}

/** Texts of a value, each once with the key that it is under. */
function textsIn(value: unknown): readonly { readonly name: string; readonly text: string }[] {
  const found: { readonly name: string; readonly text: string }[] = []
  const known = new Map<string, Set<string>>()
  const visit = (part: unknown, name: string): void => {
    if (typeof part === 'string') {
      if (part.length < SHORTEST || part.startsWith('data:image/')) return
      const under = known.get(name) ?? new Set()
      if (under.has(part)) return
      known.set(name, under.add(part))
      found.push({ name, text: part })
    } else if (Array.isArray(part)) for (const [at, one] of part.entries()) visit(one, nameInList(part, at, name))
    else if (typeof part === 'object' && part !== null && !(part instanceof Uint8Array))
      for (const [key, one] of Object.entries(part)) {
        visit(key, '')
        if (key !== 'data' || !isPicture(part)) visit(one, nameInObject(part, key))
      }
  }
  visit(value, '')
  return found
}

/** In the arguments of a command the option before a text names it. */
function nameInList(list: readonly unknown[], at: number, name: string): string {
  const before = list[at - 1]
  return typeof before === 'string' && /^--[a-z][\w-]{1,40}$/i.test(before) ? before.slice(2) : name
}

/** In `{ "name": "API_KEY", "value": "…" }`, as lists of variables and headers have it, another field names it. */
function nameInObject(part: object, key: string): string {
  if (!/^value$/i.test(key)) return key
  const name = Object.entries(part).find(([one]) => /^(?:name|key|header|variable|option)$/i.test(one))?.[1]
  return typeof name === 'string' ? name : key
}

/** No rule knows a secret in a shorter text. */
const SHORTEST = 5
/** After so many characters others have their turn. */
const LONG = 200_000

/** Bytes of a picture are no text. */
function isPicture(part: object): boolean {
  const type =
    (part as Readonly<Record<string, unknown>>).media_type ?? (part as Readonly<Record<string, unknown>>).mimeType
  return typeof type === 'string' && type.startsWith('image/')
}
