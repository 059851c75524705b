import { withoutColors } from './colors.ts'
import { type SimpleCommand, simpleCommands } from './shell-words.ts'
import { inShell, type TestCommand, testIn } from './test-command.ts'
import { testCounts } from './test-counts.ts'
import type { ToolOutcome } from './tool-act.ts'

export interface TestResult {
  readonly runner: string
  readonly outcome: 'passed' | 'failed' | 'unknown'
  readonly passed: number | null
  readonly failed: number | null
  /** Names of tests that failed, as far as the output tells. */
  readonly failing: readonly string[]
}

const NO_TEST_NAME = /^(?:\d+|FAILED|FAIL|Error|test result)$|\t/
/** What is said where no test could be begun, or there was none. */
const NOT_BEGUN =
  /\bunrecognized subcommand\b|\bcommand not found\b|\bNo module named '?"?(?:pytest|tox|nox)\b|\b[Mm]issing script:|\bno such command\b|\bNo test files? found\b|\bNo tests found\b|\bno tests ran\b|\bcollected 0 items\b|: No such file or directory$|^sh: \d*:? ?\S+: not found$|\bCould not resolve dependencies\b/m
const FAIL_LINE = /^(?:--- FAIL:|FAIL(?:ED)?(?:\s|$)|not ok \d|test result: FAILED|BUILD FAILED|Result: FAIL)/m
const PASS_LINE =
  /^(?:ok\s|PASS\b|OK\b)|\btest result: ok\b|\bBUILD SUCCESS|\bAll (?:\w+ )?tests? passed|^Result: PASS|\ball (?:checks|tests) passed/im
const MOST_NAMES = 6
const TAIL = 12_000
/** What go says of a package where no test was chosen. */
const NO_TEST = /^ok .*\[no tests to run\]$|\[no test files\]$/m
/** Exit statuses of a run that was killed or took too long, and pytest's own where it ran no test. */
const CUT_OFF = new Set([124, 130, 137, 143])
const NO_TESTS: Readonly<Record<string, readonly number[]>> = { pytest: [4, 5] }

/**
 * What a test run came to; undefined for a command that runs none. An exit status is that of the whole line: it tells of
 * the tests where they end the line, and else the output does, as far as it has a summary.
 */
export function testResult(
  line: string,
  outcome: ToolOutcome | null,
  commands: readonly SimpleCommand[] = simpleCommands(line),
): TestResult | undefined {
  const all = commands.flatMap(inShell)
  const found = all.map(testIn)
  const at = found.findIndex((one) => one !== undefined)
  if (at === -1) return undefined
  const { runner } = found[at] as TestCommand
  const unknown: TestResult = { runner, outcome: 'unknown', passed: null, failed: null, failing: [] }
  if (!outcome || outcome.said !== undefined) return runner === 'check' ? undefined : unknown
  const output = clean(outcome.output)
  const counts = testCounts(output)
  if (runner === 'check' && (counts?.passed ?? 0) + (counts?.failed ?? 0) === 0) return undefined
  const own = ownStatus(all, at, outcome, output)
  if (!counts && NOT_BEGUN.test(output) && own !== 0) return unknown
  if (own === 0 && NO_TEST.test(output) && !/^ok .*\d\w?$/m.test(output)) return unknown
  if (own !== null && (CUT_OFF.has(own) || NO_TESTS[runner]?.includes(own))) return { ...unknown, ...counts }
  const isTelling = own !== null || counts !== undefined || FAIL_LINE.test(output)
  const failing = own === 0 || !isTelling ? [] : failingNames(output)
  const hasFailed = own === null ? (counts?.failed ?? 0) > 0 || FAIL_LINE.test(output) : own !== 0
  const isCounted = own === 0 && (counts?.failed ?? 0) > 0 && isScript(runner)
  const isCut = own === null && all.slice(at + 1).some((command) => command.joint === '|' && isCutBy(command, output))
  const isOther = own === null && found.filter((one) => one !== undefined).length > 1 && (outcome.exit ?? 0) > 0
  const hasPassed =
    own === 0 || (!isOther && (counts?.passed ?? 0) > 0) || (!isCut && !isOther && PASS_LINE.test(output))
  return {
    runner,
    outcome: hasFailed || isCounted ? 'failed' : hasPassed ? 'passed' : 'unknown',
    passed: counts?.passed ?? null,
    failed: counts?.failed ?? null,
    failing,
  }
}

/** What shows a part of the output in which a failure need not be. */
const CUTS = new Set(['head', 'grep', 'rg', 'egrep', 'awk', 'sed', 'wc', 'sort', 'uniq'])

/** Whether a command may have left out the end; `head` that printed less than it may has not. */
function isCutBy({ words }: SimpleCommand, output: string): boolean {
  const most = words[0] === 'head' ? Number(/^-(?:n ?)?(\d+)$/.exec(words.slice(1).join(' '))?.[1] ?? 10) : 0
  return CUTS.has(words[0] ?? '') && output.trimEnd().split('\n').length >= most
}
/** Commands that end well, as a rule, and say so where they do not. */
const SILENT = new Set(
  'cd export set source . pushd mkdir rm cp mv touch echo printf chmod unset ulimit sleep true'.split(' '),
)

/** A summary of a script may have failures where its status has none. */
function isScript(runner: string): boolean {
  return runner === 'tests' || runner === 'check' || runner === 'make test' || runner === 'npm test'
}

/** The exit status of the tests themselves; null where that of the line may be another's. */
function ownStatus(
  commands: readonly SimpleCommand[],
  at: number,
  outcome: ToolOutcome,
  output: string,
): number | null {
  const status = outcome.exit ?? (outcome.failed ? null : 0)
  const after = commands.slice(at + 1)
  const said = after.find(({ words }) => words[0] === 'echo' && words.some((word) => word.includes('$?')))
  if (said && after[0] === said) return saidStatus(said, output)
  const hasPipefail = commands.some(
    ({ words }) => words[0] === 'set' && words.some((word) => word.includes('pipefail')),
  )
  if (after.some(({ joint }) => joint !== '&&' && !(joint === '|' && hasPipefail))) return null
  if (status === 0) return commands[at]!.joint === '||' ? null : 0
  if (after.some(({ joint }) => joint === '&&')) return null
  const before = commands.slice(0, at)
  const isOwn = before.every(({ words, joint }) => joint !== '|' && SILENT.has(words[0] ?? '')) || isLast(commands, at)
  return isOwn || before.every(isQuietGit) ? status : null
}

/** Whether nothing that came before could have ended the line: it is in a list of its own. */
function isLast(commands: readonly SimpleCommand[], at: number): boolean {
  const stops = commands.some(({ words }) => words[0] === 'set' && /^-\w*e/.test(words[1] ?? ''))
  return !stops && commands[at]!.joint === undefined
}

function isQuietGit({ words }: SimpleCommand): boolean {
  return SILENT.has(words[0] ?? '') || (words[0] === 'git' && (words[1] === 'add' || words[1] === 'status'))
}

/** The status as the line prints it after the tests: `echo "exit: $?"`. */
function saidStatus({ words }: SimpleCommand, output: string): number | null {
  const form = words
    .slice(1)
    .join(' ')
    .split('$?')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const found = [...output.matchAll(new RegExp(`^${form[0]}(\\d{1,3})`, 'gm'))].at(-1)
  return found ? Number(found[1]) : null
}

function clean(output: string): string {
  const text = output.length > TAIL * 2 ? `${output.slice(0, TAIL)}\n${output.slice(-TAIL)}` : output
  return withoutColors(text)
}

function failingNames(output: string): readonly string[] {
  const names = new Set<string>()
  const patterns = [
    /^FAILED\s+(\S+)/gm,
    /^\s*--- FAIL: (\S+)/gm,
    /^test (\S+) \.\.\. FAILED/gm,
    /^\s*(?:✗|✕|×|✖|●|not ok \d+ -?)\s+(.{3,100}?)(?:\s+\(?\d+ ?ms\)?)?$/gm,
    /^[ \t]*(?:FAIL|ERROR):?[ \t]+(\S+.{0,80})$/gm,
    /^rspec (\S+)/gm,
  ]
  for (const pattern of patterns) {
    for (const [, name] of output.matchAll(pattern)) {
      const bare = name!.trim()
      if (!NO_TEST_NAME.test(bare) && names.size < MOST_NAMES) names.add(bare)
    }
  }
  return [...names]
}
