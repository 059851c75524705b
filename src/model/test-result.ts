import { withoutColors } from './colors.ts'
import { testCommand } from './test-command.ts'
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
/** What is said where no test could be begun. */
const NOT_BEGUN =
  /\bunrecognized subcommand\b|\bcommand not found\b|\bNo module named '?"?(?:pytest|tox|nox)\b|\bMissing script: |\bno such command\b/i
const MOST_NAMES = 6
const TAIL = 12_000

/** What a test run came to; undefined for a command that runs none. */
export function testResult(command: string, outcome: ToolOutcome | null): TestResult | undefined {
  const runner = testCommand(command)?.runner
  if (runner === undefined) return undefined
  if (!outcome) return { runner, outcome: 'unknown', passed: null, failed: null, failing: [] }
  const output = clean(outcome.output)
  const passed = count(output, [
    /^\s*(\d+) pass$/gm,
    /(\d+) (?:tests? )?pass(?:ed|ing)\b/gi,
    /\bpassed[:=]\s*(\d+)/gi,
    /\bTests run: (\d+)/g,
    /(\d+) examples?,/g,
    /OK \((\d+) tests?/g,
  ])
  const failed = count(output, [
    /^\s*(\d+) fail$/gm,
    /(\d+) (?:tests? )?fail(?:ed|ing|ures?)\b/gi,
    /\bfail(?:ed|ures?)[:=]\s*(\d+)/gi,
    /\bFailures: (\d+)/g,
  ])
  const failing = failingNames(output)
  if (passed === null && failed === null && failing.length === 0 && NOT_BEGUN.test(output))
    return { runner, outcome: 'unknown', passed, failed, failing }
  const hasFailed =
    (failed ?? 0) > 0 ||
    failing.length > 0 ||
    /^FAIL(?:\s|$)/m.test(output) ||
    (outcome.exit ?? 0) > 0 ||
    (outcome.failed && outcome.exit !== 0)
  const hasPassed =
    (passed ?? 0) > 0 ||
    /^(?:ok|PASS)\b/m.test(output) ||
    /\btest result: ok\b|\bBUILD SUCCESS|^OK\b|\bAll tests passed/im.test(output)
  return {
    runner,
    outcome: hasFailed ? 'failed' : hasPassed || !outcome.failed ? 'passed' : 'unknown',
    passed,
    failed,
    failing,
  }
}

function clean(output: string): string {
  const text = output.length > TAIL * 2 ? `${output.slice(0, TAIL)}\n${output.slice(-TAIL)}` : output
  return withoutColors(text)
}

/** The last number that one of the patterns finds, the sum of a summary's parts not minded. */
function count(output: string, patterns: readonly RegExp[]): number | null {
  for (const pattern of patterns) {
    const found = [...output.matchAll(pattern)].at(-1)
    if (found) return Number(found[1])
  }
  return null
}

function failingNames(output: string): readonly string[] {
  const names = new Set<string>()
  const patterns = [
    /^FAILED\s+(\S+)/gm,
    /^--- FAIL: (\S+)/gm,
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
