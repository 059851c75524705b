const MARKS = /\[masked: [\w-]{1,60}\]/

/**
 * Whether a text is another one with parts of it masked, whichever rules did it and into which pieces it was cut then. What
 * is typed while an agent works may stand in another place: then each line is looked for by itself.
 */
export function isSameButForMarks(masked: string, text: string): boolean {
  if (!MARKS.test(masked)) return masked === text
  if (fits(masked, text)) return true
  const left = new Map<string, number>()
  for (const line of text.split('\n')) left.set(line, (left.get(line) ?? 0) + 1)
  const [marked, plain] = partition(masked.split('\n'))
  return [...plain, ...marked].every((line) => {
    const isPlain = left.has(line) || !MARKS.test(line)
    const found = isPlain ? (left.has(line) ? line : undefined) : [...left.keys()].find((one) => fits(line, one))
    if (found === undefined) return false
    const many = left.get(found)! - 1
    if (many === 0) left.delete(found)
    else left.set(found, many)
    return true
  })
}

/** Lines with marks, and those without, which have to be there as they are. */
function partition(lines: readonly string[]): readonly [marked: readonly string[], plain: readonly string[]] {
  return [lines.filter((line) => MARKS.test(line)), lines.filter((line) => !MARKS.test(line))]
}

/** What is not masked is there, in order, from the beginning to the end. */
function fits(masked: string, text: string): boolean {
  const parts = masked.split(MARKS)
  if (parts.length === 1) return masked === text
  const first = parts[0]!
  const last = parts.at(-1)!
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return at <= text.length - last.length
}
