import { hashHex } from '../../../model/id.ts'

/** Guards a row that is written once: the same fields always give the same text, a changed one another. */
export function checksumOf(fields: readonly (string | number | null)[]): string {
  return hashHex(JSON.stringify(fields)).slice(0, 32)
}
