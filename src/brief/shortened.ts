/** No entry is longer than this. */
export const LONGEST = 300

/** At most 300 characters, cut at the end of a sentence or clause. */
export function shortened(text: string, longest = LONGEST): string {
  const bare = text.replace(/\s+/g, ' ').trim()
  if (bare.length <= longest) return bare
  const kept = bare.slice(0, longest - 1)
  const end = Math.max(kept.lastIndexOf('. '), kept.lastIndexOf('; '), kept.lastIndexOf('! '))
  if (end > longest / 2) return kept.slice(0, end + 1)
  const space = kept.lastIndexOf(' ')
  return `${kept.slice(0, space > longest / 2 ? space : kept.length)}…`
}

/** The same for a question with its answer: rather less of the question. */
export function shortenedAnswer(text: string, longest: number): string {
  const at = text.lastIndexOf(' → ')
  const answer = text.length - at
  if (at === -1 || text.length <= longest || answer > longest / 2) return shortened(text, longest)
  return shortened(text.slice(0, at), longest - answer) + text.slice(at)
}
