import type { SimpleCommand } from '../model/shell-words.ts'
import { testIn } from '../model/test-command.ts'
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

/** What ends well whatever came before it, and so leaves a line that failed to what did. */
const ALWAYS_WELL = /^(?:echo|printf|head|tail|sort|uniq|wc|tee|cut|tr|nl|column|true|sleep|date)$/

/** What else is in a command's line: whether nothing of it does more than look, and what comes after the command. */
export interface Beside {
  readonly isAlone: boolean
  readonly after: readonly SimpleCommand[]
}

/**
 * A cross for a command that failed or was refused, a tick for tests of which the output says that they passed, nothing
 * where neither is known. A status is that of the whole line: it is a command's own only where the line does nothing else,
 * and nothing after it may have failed: a search that finds nothing does.
 */
export function runMark({ words }: SimpleCommand, { line, outcome }: RunLine, { isAlone, after }: Beside): string {
  if (!outcome) return ''
  const { failed, output } = outcome
  const hasFailed = failed && after.every((command) => ALWAYS_WELL.test(command.words[0] ?? ''))
  if (isAlone && (hasFailed || FAILED.test(output))) return ' ✗'
  const test = failed || !testIn({ words, into: [] }) ? undefined : testResult(line, { failed, exit: null, output })
  if (!test) return ''
  if (test.outcome === 'failed') return ' ✗'
  return PASSED.test(output) && !FILTERED.test(line) ? ' ✓' : ''
}
