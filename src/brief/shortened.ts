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
