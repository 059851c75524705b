/** So many characters are one thing that is said, about. */
const LONGEST = 400
const SENTENCES = 2
/** Of a longer text its beginning and its end are taken. */
const MOST = 24

/** The units of a text that are embedded: two sentences each, because more of them mean a mixture. */
export function unitsOf(text: string): readonly string[] {
  const sentences = text
    .split(/(?<=[.!?。！？])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence))
  const units: string[] = []
  for (let at = 0; at < sentences.length; at += SENTENCES) {
    units.push(
      sentences
        .slice(at, at + SENTENCES)
        .join(' ')
        .slice(0, LONGEST),
    )
  }
  return units.length <= MOST ? units : [...units.slice(0, MOST / 2), ...units.slice(-MOST / 2)]
}
