import { hashHex } from '../../model/id.ts'

/** Hex digits of a digest. */
export const DIGITS = 32

/** As much of a text's hash as tells it from any other. */
export function digestOf(text: string): string {
  return hashHex(text).slice(0, DIGITS)
}

/** The digests in a text of them, one after the other. */
export function* digestsIn(hashes: string): Iterable<string> {
  for (let at = 0; at < hashes.length; at += DIGITS) yield hashes.slice(at, at + DIGITS)
}
