import { withoutColors } from '../../model/colors.ts'
import { namesIn } from '../prose/names.ts'

export interface ErrorLine {
  readonly text: string
  readonly key: string
  readonly names: readonly string[]
}

const LOUD =
  /\b(?:error|exception|fatal|panic(?:ked)?|traceback|failed|failure|denied|refused|timed? ?out|timeout|unreachable|cannot|can't|could not|unable to|undefined|unresolved|not found|no such|missing|invalid|segfault|segmentation|abort(?:ed|ing)?|killed|crash(?:ed)?|conflict|corrupt(?:ed)?|rejected|unexpected|violat\w+|overflow|out of memory|deadlock|data race|assert\w*|mismatch(?:ed)?|leaked|fehler|erreur|fault|halted|stalled|exhausted|alert|critical|severe|emerg)\b/i
/** What a logger or a program puts before what went wrong. */
const MARKED =
  /(?:^|[\s[(|<:])(?:ERROR|FATAL|CRITICAL|CRIT|SEVERE|PANIC|ALERT|EMERG|ERR|E)(?:[\]:)|>\s]|$)|(?:Error|Exception|Fault|Failure)[:(]|\b(?:error|fatal|panic|exception)(?:\[\w+\])?:|^\s*(?:✗|✖|×)\s/
/** A code that represents one kind of error. */
const CODE = /\b(?:[A-Z]{1,6}[-_]?\d{3,6}|E[A-Z]{4,}|ERR_[A-Z_]+|0x[0-9A-Fa-f]{4,}|[A-Z]{2,8}(?:-[A-Z0-9]{2,8})+)\b/
const HARMLESS =
  /^hint: |^\W*(?:tests?:?\s*)?\d+ (?:tests? )?(?:passed|failed|skipped)\b|\b0 (?:errors?|failed|failures?|problems?)\b|\bno (?:errors?|failures?|problems?)\b|\bwithout errors?\b|\b(?:errors?|failed|failures?)[:=]\s*0\b|--no-error|error[-_ ]?(?:handl|page|boundary|code[s]?\b\s*=)|^\s*(?:PASS|ok|✓|√)\b/i
/** Lines that tell only that something went wrong, or that a command was mistyped. */
const EMPTY =
  /\b(?:unknown|unrecognized|invalid) (?:sub)?(?:command|option|argument|flag)|\bfound \d+ errors?\W*$|^\W*\d+ errors?\W*$|\bsome errors were\b|^\W*(?:error: )?(?:script|command|task) .*\bexited with (?:code|status) \d+\W*$|\btask failed\W*$/i
const CODE_LINE =
  /^\s*\{"|^\s*\d+ \d* ?[|│]|^\s*\d+[→:|-]?\s+(?:throw|return|await|const) |(?:new|throw) \w*Error\(|%[vsd]\\n|^\s*(?:\d+[→:|-]\s*)?(?:import |from |export |const |let |var |function |def |class |return |if |if\(|throw |raise |catch|except|\/\/|\/\*|\*|#include|#\s|<\w|@\w|fn |func |pub |public |private )|[{;]\s*$/

const LONGEST = 240
const MOST_LINES = 40_000
const MOST = 6

/**
 * The lines of an output that say what went wrong. In the output of a command that failed any line that speaks of it;
 * else only those that are marked as errors or carry a code that the lines around them do not.
 */
export function errorLines(output: string, hasFailed: boolean): readonly ErrorLine[] {
  const found: (ErrorLine & { readonly weight: number; readonly at: number })[] = []
  const keys = new Set<string>()
  const lines = output.split('\n', MOST_LINES)
  const shapes = new Map<string, number>()
  for (let at = 0; at < lines.length; at++) {
    const raw = lines[at]!
    if (raw.length < 6 || raw.length > 4000) continue
    const isLoud = LOUD.test(raw)
    const isMarked = MARKED.test(raw)
    if (!isLoud && !isMarked) continue
    const line = withoutColors(raw).trim()
    if (HARMLESS.test(line) || CODE_LINE.test(line)) continue
    const hasCode = CODE.test(line)
    if (!hasCode && EMPTY.test(line)) continue
    const weight = (isMarked ? 2 : 0) + (isLoud ? 1 : 0) + (hasCode ? 2 : 0) + (hasFailed ? 1 : 0)
    if (weight < (hasFailed ? 2 : 3)) continue
    const key = errorKey(line)
    const shape = key.replace(/[^a-z ]/g, '').slice(0, 60)
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1)
    if (keys.has(key) || shapes.get(shape)! > 3) continue
    keys.add(key)
    const text = line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
    found.push({ text, key, names: namesIn(text).map((name) => name.key), weight, at })
  }
  return found
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .slice(0, MOST)
    .sort((a, b) => a.at - b.at)
    .map(({ text, key, names }) => ({ text, key, names }))
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
