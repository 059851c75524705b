/** No text of a person has it, and PostgreSQL takes it: it begins what stands for a character that it would refuse. */
const ESCAPE = '\uffff'

const REFUSED = /[\0\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const ESCAPED = /\uffff([0-9a-f]{4})/g

/**
 * Text as PostgreSQL holds it, which takes neither a NUL nor half of a surrogate pair. The same text always becomes the
 * same value, so that comparisons and unique indexes hold; nearly all text stays as it is.
 */
export function toColumn(text: string): string {
  if (text.isWellFormed() && !text.includes('\0') && !text.includes(ESCAPE)) return text
  return text.replace(REFUSED, (unit) => ESCAPE + unit.charCodeAt(0).toString(16).padStart(4, '0'))
}

export function fromColumn(value: string): string {
  if (!value.includes(ESCAPE)) return value
  return value.replace(ESCAPED, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
}
