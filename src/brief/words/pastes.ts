/** A shorter message is whole, whatever is in it. */
const WHOLE = 12_000
/** Of so many lines that follow one another and are no prose, those at both ends are kept. */
const MOST_LINES = 16
const KEPT_LINES = 4
/** A line is cut that is longer, and so is what is left of a message. */
const LONGEST_LINE = 2000
const KEPT_OF_LINE = 400
const LONGEST = 60_000

/** How lines begin that programs print: times, levels, frames, prompts, keys, marks of a difference. */
const PRINTED =
  /^\s*(?:\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d|\[[\dA-Za-z]|at \S+[ (]|File "|[{}[\]<|+$%>@]|-{2,}|={3,}|#\d+ |\d+[:|→]\s|\d+\t|(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL|FAIL|PASS|ok)\b|[EWIF]\d{4} |npm |"[^"\n]{1,80}":|'[^'\n]{1,80}':|[\w./-]+\.\w{1,4}:\d+|[\w.-]+\s*[=:]\s*\S+$|\/\/ |\s{4,}\S)|[;{}(]\s*$|=>|\(\)/

/** A user's message without the middle of what was pasted into it; a notice says how much is missing. */
export function withoutPastes(text: string): { readonly text: string; readonly left?: number } {
  if (text.length <= WHOLE) return { text }
  const kept: string[] = []
  let left = 0
  let pasted: string[] = []
  let isFenced = false
  const flush = () => {
    const middle = pasted.length > MOST_LINES ? pasted.slice(KEPT_LINES, -KEPT_LINES) : []
    const chars = middle.reduce((sum, line) => sum + line.length + 1, 0)
    if (middle.length === 0) kept.push(...pasted)
    else kept.push(...pasted.slice(0, KEPT_LINES), notice(chars), ...pasted.slice(-KEPT_LINES))
    left += chars
    pasted = []
  }
  for (const line of text.split('\n')) {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (
      isFenced || isFence || line.trim() === ''
        ? pasted.length > 0 || isFence || isFenced
        : PRINTED.test(line.slice(0, 200))
    )
      pasted.push(line)
    else {
      flush()
      kept.push(line)
    }
    if (isFence) isFenced = !isFenced
  }
  flush()
  const lines = kept.map((line) => {
    if (line.length <= LONGEST_LINE * 2) return line
    const chars = line.length - 2 * KEPT_OF_LINE
    left += chars
    return `${line.slice(0, KEPT_OF_LINE)}${notice(chars)}${line.slice(-KEPT_OF_LINE)}`
  })
  let short = lines.join('\n')
  if (short.length > LONGEST) {
    const chars = short.length - LONGEST
    left += chars
    short = `${short.slice(0, (LONGEST * 2) / 3)}\n${notice(chars)}\n${short.slice(-LONGEST / 3)}`
  }
  return left > 0 ? { text: short, left } : { text }
}

function notice(chars: number): string {
  return `[… ${chars} characters that were pasted are left out …]`
}
