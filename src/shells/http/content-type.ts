export const CBOR = 'application/cbor'

/** A type without what is said beside it, such as its letters; empty where there is none. */
export function typeOf(header: string | null | undefined): string {
  return header?.split(';')[0]?.trim().toLowerCase() ?? ''
}
