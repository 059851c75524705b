import { type Content, isText } from './schema.ts'

/** A number that tells a part of a reply from the other parts, and knows a copy of it. */
export function printOf({ type, id, text, thinking, signature }: Content): number {
  if (isText(id)) return hash(2, id)
  const said = isText(text) ? text : isText(thinking) ? thinking : ''
  const signed = isText(signature) ? signature.slice(0, 80) : ''
  return hash(said.length, `${type} ${said.slice(0, 200)} ${signed}`)
}

/** Of 53 bits, two of 32 mixed: quick, and all that is asked of it is to differ. */
function hash(seed: number, text: string): number {
  let one = 0xdeadbeef ^ seed
  let two = 0x41c6ce57 ^ seed
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    one = Math.imul(one ^ unit, 2654435761)
    two = Math.imul(two ^ unit, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return 4294967296 * (2097151 & two) + (one >>> 0)
}
