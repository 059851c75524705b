import { toColumn } from './text.ts'

/** Arrays as PostgreSQL reads them, so that it need not be asked for its types on every connection. */
export const ARRAYS = {
  texts: { to: 1009, from: [], serialize: (values: readonly (string | null)[]) => arrayOf(values.map(quoted)), parse },
  integers: { to: 1007, from: [], serialize: numbers, parse },
  wholes: { to: 1016, from: [], serialize: numbers, parse },
}

function numbers(values: readonly (number | null)[]): string {
  return arrayOf(values.map((value) => (value === null ? 'NULL' : String(value))))
}

function quoted(text: string | null): string {
  return text === null ? 'NULL' : `"${toColumn(text).replace(/["\\]/g, '\\$&')}"`
}

function arrayOf(items: readonly string[]): string {
  return `{${items.join(',')}}`
}

function parse(): never {
  throw new Error('no column is an array')
}
