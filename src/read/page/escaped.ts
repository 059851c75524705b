import { plain } from '../../model/plain-line.ts'

/** Text as HTML, in which nothing acts, also where it is the value of an attribute in quotes. */
export function escaped(text: string): string {
  return plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
