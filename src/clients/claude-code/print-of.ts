import { type Content, isText } from './schema.ts'

/** So much of what a block says, and of its signature, tells it from others of its reply. */
const SAID = 200
const SIGNED = 80

/** A number that tells a part of a reply from the other parts, and knows a copy of it. */
export function printOf({ type, id, text, thinking, signature }: Content): number {
  if (isText(id)) return hashOf([id], id.length)
  const said = isText(text) ? text : isText(thinking) ? thinking : ''
  return hashOf([isText(type) ? type : '', said, isText(signature) ? signature : ''], said.length)
}

/** Of 53 bits, two of 32 mixed: quick, and all that is asked of it is to differ. */
function hashOf(texts: readonly string[], seed: number): number {
  let one = 0xdeadbeef ^ seed
  let two = 0x41c6ce57 ^ seed
  for (let nth = 0; nth < texts.length; nth++) {
    const text = texts[nth]!
    const length = Math.min(text.length, nth === 2 ? SIGNED : SAID)
    for (let at = 0; at <= length; at++) {
      const unit = at === length ? 0x10000 : text.charCodeAt(at) // so that one text does not go on in the next
      one = Math.imul(one ^ unit, 2654435761)
      two = Math.imul(two ^ unit, 1597334677)
    }
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return 4294967296 * (2097151 & two) + (one >>> 0)
}
