import { testCounts } from '../../model/test-counts.ts'
import { isNotable } from './commands.ts'
import type { Deed } from './deeds.ts'
import { type ErrorLine, errorLines, lastWords } from './errors.ts'
import type { ErrorFact } from './facts.ts'
import { gitVerb } from './ran-well.ts'
import { keyOf, type Run, type RunPart } from './runs.ts'

/** So many lines of a call are kept. */
const MOST_LINES = 3
/** Steps of git that run hooks: what tests of these print on their way is no error of the step. */
const HOOKED = new Set(['commit', 'push', 'merge', 'rebase'])
/** The status of git where it could not go on, and what it says where it was asked for what is not there. */
const GIT_FATAL = 128
const MISTYPED =
  /ambiguous argument|unknown revision|not a valid object|bad revision|did not match|does not exist|no such path/i

/** The errors that commands printed, each with what was seen of it since. It goes back, so that what came later is known. */
export function errorsOf(runs: readonly Run[]): readonly ErrorFact[] {
  const found = new Map<string, ErrorFact>()
  /** The rounds of the last run of a program, and of the next that ended well in its folder. */
  const ran = new Map<string, number>()
  const well = new Map<string, number>()
  for (const { deed, parts, shown } of [...runs].reverse()) {
    const open = parts.filter(({ ended }) => ended !== 'well')
    const mended = open.map(({ folder, spelled, wider }) => {
      const same = [spelled, ...wider].map((one) => well.get(keyOf(folder, one)) ?? Number.POSITIVE_INFINITY)
      return Math.min(...same)
    })
    const again = open.flatMap(({ spelled, wider }) => [spelled, ...wider].flatMap((one) => ran.get(one) ?? []))
    for (const { key, text } of [...linesOf(deed, parts)].reverse()) {
      const last: ErrorFact = found.get(key) ?? {
        text,
        command: shown,
        how: deed.failed || deed.test?.outcome === 'failed' ? 'failed' : 'printed',
        first: deed.round,
        last: deed.round,
        gone: mended.length > 0 && mended.every(Number.isFinite) ? Math.max(...mended) : null,
        ranAgain: again.length > 0 ? Math.max(...again) : null,
      }
      found.delete(key)
      found.set(key, { ...last, first: deed.round })
    }
    for (const { folder, spelled, ended } of parts) {
      if (!ran.has(spelled)) ran.set(spelled, deed.round)
      if (ended === 'well') well.set(keyOf(folder, spelled), deed.round)
    }
  }
  return [...found.values()].reverse()
}

/** What went wrong in a call, as it was printed: of one that failed, or one whose status is another's and that printed it. */
function linesOf(deed: Deed, parts: readonly RunPart[]): readonly ErrorLine[] {
  const { outcome, failed, exit, commands, test } = deed
  const output = outcome?.output ?? ''
  if (failed && (exit ?? 0) >= GIT_FATAL && commands.some(({ words }) => words[0] === 'git')) {
    const fatal = output.split('\n').filter((line) => line.startsWith('fatal: '))
    if (fatal.length > 0)
      return fatal
        .filter((text) => !MISTYPED.test(text))
        .slice(0, 1)
        .map((text) => ({ text, key: text }))
  }
  if (!isNotable(commands) || parts.length === 0) return []
  const hasHook = failed && commands.some(({ words }) => words[0] === 'git' && HOOKED.has(gitVerb(words)))
  const hook = hasHook ? testCounts(output) : undefined
  if (hook?.failed) {
    const text = `${hook.failed} tests failed, ${hook.passed ?? 0} passed, as its hook printed`
    return [{ text, key: text }]
  }
  if (failed || test?.outcome === 'failed') {
    const lines = errorLines(output, true).slice(0, MOST_LINES)
    const said = lines.length > 0 ? lines : lastWords(output)
    const { passed = null, failed: bad = null } = test ?? {}
    const counts = bad ? `${bad} failed${passed === null ? '' : `, ${passed} passed`}` : undefined
    const text = counts ?? (exit === null ? 'failed, no exit status is recorded' : `exit status ${exit}`)
    return said.length > 0 ? said : [{ text, key: `${keyOf(parts[0]!.folder, parts[0]!.spelled)} ${text}` }]
  }
  const isHidden = parts.some(({ ended }) => ended === 'unknown') && test?.outcome !== 'passed'
  return isHidden ? errorLines(output, false).slice(0, MOST_LINES) : []
}
