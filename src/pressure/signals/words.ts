/** Words of two letters and more, in small letters; of a script without spaces, its runs. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? []
}
