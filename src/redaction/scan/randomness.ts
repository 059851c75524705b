const counts = new Uint16Array(128)

/** Bits a character, by how often each is there; at most the first 200 characters are looked at. */
export function entropy(text: string): number {
  const length = Math.min(text.length, 200)
  counts.fill(0)
  for (let at = 0; at < length; at++) counts[text.charCodeAt(at) & 127]!++
  let bits = 0
  for (const count of counts) if (count > 0) bits -= (count / length) * Math.log2(count / length)
  return bits
}

/** Letters and digits in no order that a word or a path has. */
export function isMixed(text: string, bits = 2.8): boolean {
  return /\d/.test(text) && /[A-Za-z]/.test(text) && entropy(text) >= bits
}
