import { unspaced } from '../../query/unspaced.ts'

/** Nothing that is said has it, and for FTS5 it ends a word. */
const SEPARATOR = '\x1f'

/** Text as FTS5 gets it: it takes a whole sentence written without spaces for one word, so each character becomes one. */
export function separated(text: string): string {
  return unspaced().one.test(text) ? text.replace(unspaced().each, `${SEPARATOR}$&${SEPARATOR}`) : text
}

/** The text as it was. */
export function joined(text: string): string {
  return text.includes(SEPARATOR) ? text.replaceAll(SEPARATOR, '') : text
}
