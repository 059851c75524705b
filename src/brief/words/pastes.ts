/** A shorter message is whole, whatever is in it. */
const WHOLE = 12_000
/** Of so many lines that follow one another and are no prose, those at both ends are kept. */
const MOST_LINES = 16
const KEPT_LINES = 4
/** A line is cut that is longer, and so is what is left of a message. */
const LONGEST_LINE = 4000
const KEPT_OF_LINE = 400
const LONGEST = 60_000

/** How lines begin that programs print: times, levels, frames, prompts, keys, marks of a difference. */
const PRINTED =
  /^\s*(?:\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d|\[[\dA-Za-z]|at \S+[ (]|File "|[{}[\]<|+$%>@]|-{2,}|={3,}|#\d+ |\d+[:|→]\s|\d+\t|(?:INFO|WARN(?:ING)?|ERROR|DEBUG|TRACE|FATAL|FAIL|PASS|ok)\b|[EWIF]\d{4} |npm |"[^"\n]{1,80}":|'[^'\n]{1,80}':|[\w./-]+\.\w{1,4}:\d+|[\w.-]+\s*[=:]\s*\S+$|\/\/ |\s{4,}\S)|[;{}(]\s*$|=>|\(\)/

/** A user's message without the middle of what was pasted into it; a notice says how much is missing. */
export function withoutPastes(text: string, whole = WHOLE): { readonly text: string; readonly left?: number } {
  if (text.length <= whole) return { text }
  let left = 0
  const notice = (chars: number) => {
    left += chars
    return `[… ${chars} characters that were pasted are left out …]`
  }
  const kept = runsOf(text.split('\n')).flatMap((run) => {
    if (!run.isPasted || run.lines.length <= MOST_LINES) return run.lines
    const middle = run.lines.slice(KEPT_LINES, -KEPT_LINES)
    const chars = middle.reduce((sum, line) => sum + line.length + 1, 0)
    return [...run.lines.slice(0, KEPT_LINES), notice(chars), ...run.lines.slice(-KEPT_LINES)]
  })
  const lines = kept.map((line) =>
    line.length <= LONGEST_LINE
      ? line
      : line.slice(0, KEPT_OF_LINE) + notice(line.length - 2 * KEPT_OF_LINE) + line.slice(-KEPT_OF_LINE),
  )
  const short = lines.join('\n')
  if (short.length <= LONGEST) return left > 0 ? { text: short, left } : { text }
  const cut = `${short.slice(0, (LONGEST * 2) / 3)}\n${notice(short.length - LONGEST)}\n${short.slice(-LONGEST / 3)}`
  return { text: cut, left }
}

/** A message of about so many characters: what was pasted goes first, then its middle; how it ends is often what is asked. */
export function shorterMessage(text: string, most: number): string {
  const { text: bare } = withoutPastes(text, 0)
  if (bare.length <= most) return bare
  const head = Math.ceil(most * 0.6)
  const cut = bare.length - most
  return `${bare.slice(0, head).trimEnd()} [… ${cut} more characters …] ${bare.slice(-(most - head)).trimStart()}`
}

/** Lines that follow one another, those that were pasted apart from those that were written. */
function runsOf(lines: readonly string[]) {
  const runs: { readonly isPasted: boolean; readonly lines: string[] }[] = []
  let isFenced = false
  for (const line of lines) {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    const last = runs.at(-1)
    const isPasted =
      isFenced || isFence || (line.trim() === '' ? last?.isPasted === true : PRINTED.test(line.slice(0, 200)))
    if (last?.isPasted === isPasted) last.lines.push(line)
    else runs.push({ isPasted, lines: [line] })
    if (isFence) isFenced = !isFenced
  }
  return runs
}
