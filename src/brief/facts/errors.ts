import { withoutColors } from '../../model/colors.ts'

export interface ErrorLine {
  readonly text: string
  readonly key: string
}

const LOUD =
  /\b(?:error|exception|fatal|panic(?:ked)?|traceback|failed|failure|denied|refused|timed? ?out|timeout|unreachable|cannot|can't|could not|unable to|undefined|unresolved|not found|no such|missing|invalid|segfault|segmentation|abort(?:ed|ing)?|killed|crash(?:ed)?|conflict|corrupt(?:ed)?|rejected|unexpected|violat\w+|overflow|out of memory|deadlock|data race|assert\w*|mismatch(?:ed)?|leaked|fehler|erreur|fault|halted|stalled|exhausted|alert|critical|severe|emerg)\b/i
/** What a logger or a program puts before what went wrong. */
const MARKED =
  /(?:^|[\s[(|<:])(?:ERROR|FATAL|CRITICAL|CRIT|SEVERE|PANIC|ALERT|EMERG|ERR|E)(?:[\]:)|>\s]|$)|(?:Error|Exception|Fault|Failure)[:(]|\b(?:error|fatal|panic|exception)(?:\[\w+\])?:|^\s*(?:✗|✖|×|⨯|✘|❌)\s/
/** A code that represents one kind of error. */
const CODE =
  /\b(?:[A-Z]{1,6}[-_]?\d{3,6}|E(?!RRORS?\b|XCEPTION|XPECT|XIT|NABLE|VENT|NTRY|NTER|MPTY|XECUT)[A-Z]{4,}|ERR_[A-Z_]+|0x[0-9A-Fa-f]{4,}|[A-Z]{2,8}(?:-[A-Z0-9]{2,8})+)\b/
const HARMLESS =
  /^(?:hint: |[$>ℹi]\s)|^\W*(?:tests?:?\s*)?\d+ (?:tests? )?(?:passed|failed|skipped)\b|\b0 (?:errors?|failed|failures?|problems?)\b|\bno (?:errors?|failures?|problems?|fixes|issues)\b|\bwithout errors?\b|\b(?:errors?|failed|failures?)[:=]\s*0\b|\[no test files\]|--no-error|error[-_ ]?(?:handl|page|boundary|code[s]?\b\s*=)|^\s*(?:PASS|ok|✓|√)\b/i
/** Lines that tell only that something went wrong, or that a command was mistyped. */
const EMPTY =
  /\b(?:unknown|unrecognized|invalid) (?:sub)?(?:command|option|argument|flag)|\bfound \d+ errors?\W*$|^\W*\d+ errors?\W*$|\bsome errors were\b|^\W*(?:error: )?(?:script|command|task) .*\bexited with (?:code|status) \d+\W*$|\btask failed\W*$|\.{4}\s*failed$|^\S+: (?:aborted|failed|stopped|giving up)\W*$|^failed\W+\d+ tests? failed\b|\[build failed\]$|^failed in sandbox\b|\bfor more information\W*$/i
const CODE_LINE =
  /^\s*\{"|^\s*(?!\w*(?:Error|Exception)\()[\w.]+\(["'`].*\);?$|^\s*\d+ \d* ?[|│]|^\s*\d+[→:|-]?\s+(?:throw|return|await|const) |(?:new|throw) \w*Error\(|%[vsd]\\n|^\s*(?:\d+[→:|-]\s*)?(?:import |from |export |const |let |var |function |def |class |return |if |if\(|throw |raise |catch|except|\/\/|\/\*|\*{1,2}(?!\*)|#include|#\s|<\w|@\w|fn |func |pub |public |private )|[{;]\s*$/

const LONGEST = 240
const MOST_LINES = 40_000
const MOST = 6

/**
 * The lines of an output that say what went wrong. In the output of a command that failed any line that speaks of it;
 * else only those that are marked as errors or carry a code that the lines around them do not. Of a Python traceback it
 * is the exception.
 */
export function errorLines(output: string, hasFailed: boolean): readonly ErrorLine[] {
  const found = new Map<string, ErrorLine & { readonly weight: number; readonly at: number }>()
  const lines = withoutColors(output).split('\n', MOST_LINES)
  for (let at = 0; at < lines.length; at++) {
    const isTrace = TRACEBACK.test(lines[at]!)
    if (isTrace) at = exceptionAfter(lines, at)
    const raw = lines[at] ?? ''
    if (raw.length < 6 || raw.length > 4000) continue
    const isLoud = isTrace || LOUD.test(raw)
    const isMarked = isTrace || MARKED.test(raw)
    if (!isLoud && !isMarked) continue
    const line = raw.trim()
    if (isNoError(line)) continue
    const hasCode = CODE.test(line)
    if (!hasCode && EMPTY.test(line)) continue
    const weight = (isMarked ? 2 : 0) + (isLoud ? 1 : 0) + (hasCode ? 2 : 0) + (hasFailed ? 1 : 0)
    const error = errorLine(line)
    if (weight >= (hasFailed ? 2 : 3) && !found.has(error.key)) found.set(error.key, { ...error, weight, at })
  }
  return [...found.values()]
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .slice(0, MOST)
    .sort((a, b) => a.at - b.at)
    .map(({ text, key }) => ({ text, key }))
}

const TRACEBACK = /\bTraceback \(most recent call last\):\s*$/
const EXCEPTION = /^[A-Za-z_][\w.]*(?:: |$)/

/** The line of the exception that a traceback ends with; where that is not there, the last line of the traceback. */
function exceptionAfter(lines: readonly string[], from: number): number {
  const before = lines[from]!.slice(0, lines[from]!.indexOf('Traceback'))
  for (let at = from + 1; at < lines.length; at++) {
    const line = lines[at]!
    const bare = line.startsWith(before) ? line.slice(before.length) : line
    if (!/^\s/.test(bare)) return EXCEPTION.test(bare) ? at : at - 1
  }
  return lines.length
}

/** How programs word that something went wrong where they use no word for errors. */
const REFUSING =
  /\b(?:no|not|never|none|nothing|without|only|must|need(?:s|ed)?|requires?|required|expected|wanted|too|un(?:known|supported|available|able)|already|exceed\w*|broken|wrong|incompatible|stopped)\b|n't\b/i
/** What a checker says of a place in a file. */
const PLACED = /^(?:\[[\w:.-]+\] )?[\w./\\@+-]+(?:(?::\d+){1,2}|\(\d+,\d+\))(?::| -)\s/
const WORDS = /(?:\p{L}{2,}\W+){2,}/u
/** Code, frames, advice, and lines that count tests or name them. */
const NO_WORDS =
  /:=|==|=>|[;{}(,]$|\w\(\)|^\W*(?:FAIL(?:ED)?|PASS|ok|Tests?|Ran)\b|^[│┃╭╰─━]|^(?:info\b|tip\b|note\b|help:)|^(?:run|try|use|see|check|if you) |^(?:checked|fixed|done|finished|compiled|built) |\bupdate available\b/i
/** So many of the last lines are looked at; of more lines than a few the very last one is the end of a report. */
const LAST = 12
const FEW = 3
const PLACES = 3

/** What a command that failed said, for one that has no error lines: of places in files, else what it refuses, else its last words. */
export function lastWords(output: string): readonly ErrorLine[] {
  if (/\busage:/i.test(output)) return []
  const lines = withoutColors(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= 10 && line.length <= 400 && WORDS.test(`${line} `))
    .filter((line) => !isNoError(line) && !EMPTY.test(line))
    .filter((line) => PLACED.test(line) || !NO_WORDS.test(line))
  const placed = lines.filter((line) => PLACED.test(line)).slice(0, PLACES)
  if (placed.length > 0) return placed.map(errorLine)
  const last = lines.slice(-LAST).findLast((line) => REFUSING.test(line)) ?? (lines.length <= FEW && lines.at(-1))
  return last ? [errorLine(last)] : []
}

function isNoError(line: string): boolean {
  return HARMLESS.test(line) || CODE_LINE.test(line)
}

function errorLine(line: string): ErrorLine {
  const text = line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
  return { text, key: errorKey(line) }
}

/** What stays of an error when it comes again: without times, line numbers, addresses and durations. */
function errorKey(line: string): string {
  return line
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.,]+Z?/g, '')
    .replace(/\b\d\d:\d\d:\d\d[\d.,]*\b/g, '')
    .replace(/:\d+(?::\d+)?/g, '')
    .replace(/\b0x[0-9a-f]+\b/gi, '0x')
    .replace(/\b\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds|m)\b/g, '')
    .replace(/\bline \d+/gi, 'line')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .slice(0, 200)
}
