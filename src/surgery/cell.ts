/** One line that does not end its cell of a table. */
export function cell(text: string): string {
  return text
    .replace(/[\r\n\u2028\u2029]+/g, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
}
