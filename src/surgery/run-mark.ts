import type { SimpleCommand } from '../model/shell-words.ts'
import { testResult } from '../model/test-result.ts'

/** A command line that was run, and how that ended, where it is known: whether it failed, and its last words. */
export interface RunLine {
  readonly line: string
  readonly outcome?: { readonly failed: boolean; readonly output: string } | undefined
}

/** Words by which tests say that they passed. */
const PASSED = /\b[1-9]\d* (?:tests? )?pass(?:ed|ing)?\b|^(?:ok|PASS)\b|test result: ok|BUILD SUCCESS/m
/** Words by which what runs scripts says that one failed, whatever the status of the line. */
const FAILED = /\bexited with (?:code|status) [1-9]|script failed|npm ERR!|ELIFECYCLE|^make: \*\*\*/m
/** What may leave out the lines by which tests say that they failed. */
const FILTERED = /\|\s*(?:head|grep|rg|sed|awk)\b/

/**
 * A cross for a command that failed or was refused, a tick for tests of which the output says that they passed, nothing
 * where neither is known. A status is that of the whole line: it is a command's own only where the line does nothing else.
 */
export function runMark({ words }: SimpleCommand, { line, outcome }: RunLine, isAlone: boolean): string {
  if (!outcome) return ''
  const { failed, output } = outcome
  if (isAlone && (failed || FAILED.test(output))) return ' ✗'
  const test = failed ? undefined : testResult(words.join(' '), { failed, exit: null, output })
  if (!test) return ''
  if (test.outcome === 'failed') return ' ✗'
  return PASSED.test(output) && !FILTERED.test(line) ? ' ✓' : ''
}
