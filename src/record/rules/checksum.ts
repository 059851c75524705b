import { hashHex } from '../../model/id.ts'

/** Guards a row against rot: the same fields always give the same text, a changed one another. */
export function checksumOf(fields: readonly (string | number | null | Uint8Array)[]): string {
  const plain = fields.some(isBytes) ? fields.map((field) => (isBytes(field) ? hashHex(field) : field)) : fields
  return checksumOfText(JSON.stringify(plain))
}

export function checksumOfText(fields: string): string {
  return hashHex(fields).slice(0, 32)
}

function isBytes(field: string | number | null | Uint8Array): field is Uint8Array {
  return field !== null && typeof field === 'object'
}

/** What is said of a row that does not fit its checksum any more. */
export const ROTTEN = 'the row no longer matches its checksum'
