/** How many tests passed and failed, as a runner's own summary has it. */
export interface TestCounts {
  readonly passed: number | null
  readonly failed: number | null
}

interface Form {
  readonly pattern: RegExp
  /** The counts of one summary; a group that is not there is none. */
  readonly counts: (groups: Readonly<Record<string, string | undefined>>) => TestCounts
  /** Given where there is a summary for each of several parts. */
  readonly isSum?: true
}

const number = (text: string | undefined) => Number(text ?? 0)
const told = ({ passed, failed, errors }: Readonly<Record<string, string | undefined>>): TestCounts => ({
  passed: number(passed),
  failed: number(failed) + number(errors),
})
/** What ran, less what did not pass. */
const ran = ({ all, failed, errors, skipped }: Readonly<Record<string, string | undefined>>): TestCounts => {
  const bad = number(failed) + number(errors)
  return { passed: Math.max(0, number(all) - bad - number(skipped)), failed: bad }
}

/** The summaries of runners, the most telling first. */
const FORMS: readonly Form[] = [
  // vitest, jest: files are counted in a line of their own
  {
    pattern: /^\s*Tests\s+(?:(?<failed>\d+) failed)?(?:\s*\|\s*)?(?:(?<passed>\d+) passed)?.*\(\d+\)\s*$/gm,
    counts: told,
  },
  {
    pattern:
      /^Tests:\s+(?:(?<failed>\d+) failed, )?(?:\d+ skipped, )?(?:\d+ todo, )?(?:(?<passed>\d+) passed, )?\d+ total/gm,
    counts: told,
  },
  // cargo, go with names, deno
  { pattern: /^test result: \w+\. (?<passed>\d+) passed; (?<failed>\d+) failed/gm, counts: told, isSum: true },
  { pattern: /\b(?:ok|FAILED) \| (?<passed>\d+) passed.*? \| (?<failed>\d+) failed/g, counts: told },
  { pattern: /^DONE (?<all>\d+) tests(?:, (?<skipped>\d+) skipped)?(?:, (?<failed>\d+) failures?)?/gm, counts: ran },
  // pytest
  {
    pattern:
      /^=*\s*(?=\d+ (?:passed|failed|error|skipped|deselected|xfailed))(?:(?<failed>\d+) failed(?:, )?)?(?:(?<passed>\d+) passed(?:, )?)?(?:\d+ (?:skipped|deselected|xfailed|xpassed|warnings?)(?:, )?)*(?:(?<errors>\d+) errors?)? in [\d.]+ ?s/gm,
    counts: told,
  },
  // unittest, minitest, phpunit, surefire, rspec, ExUnit, XCTest, ctest, dotnet, gradle
  {
    pattern:
      /^Ran (?<all>\d+) tests? in [^\n]*\n+(?:OK(?: \((?:skipped=(?<skippedok>\d+))?[^)\n]*\))?|FAILED \((?:failures=(?<failed>\d+))?(?:, )?(?:errors=(?<errors>\d+))?(?:, )?(?:skipped=(?<skipped>\d+))?[^)\n]*\))/gm,
    counts: (groups) => ran({ ...groups, skipped: groups.skipped ?? groups.skippedok }),
  },
  {
    pattern:
      /^(?<all>\d+) (?:runs|tests), \d+ assertions, (?<failed>\d+) failures, (?<errors>\d+) errors(?:, (?<skipped>\d+) skips)?/gm,
    counts: ran,
  },
  { pattern: /^OK \((?<all>\d+) tests?, \d+ assertions?\)/gm, counts: ran },
  {
    pattern:
      /^Tests: (?<all>\d+), Assertions: \d+(?:, Errors: (?<errors>\d+))?(?:, Failures: (?<failed>\d+))?(?:,[^\n]*?Skipped: (?<skipped>\d+))?/gm,
    counts: ran,
  },
  {
    pattern:
      /^(?:\[\w+\] )?Tests run: (?<all>\d+), Failures: (?<failed>\d+), Errors: (?<errors>\d+), Skipped: (?<skipped>\d+)\s*$/gm,
    counts: ran,
  },
  {
    pattern:
      /^(?<all>\d+) examples?, (?<failed>\d+) failures?(?:, (?<errors>\d+) errors? occurred outside of examples)?(?:, (?<skipped>\d+) pending)?/gm,
    counts: ran,
  },
  {
    pattern:
      /^(?:\d+ \w+, )*(?<all>\d+) tests?, (?<failed>\d+) failures?(?:, (?:\d+ excluded|\d+ invalid))*(?:, (?<skipped>\d+) skipped)?/gm,
    counts: ran,
  },
  { pattern: /Executed (?<all>\d+) tests?, with (?<failed>\d+) failures?/g, counts: ran },
  { pattern: /tests passed, (?<failed>\d+) tests? failed out of (?<all>\d+)/g, counts: ran },
  {
    pattern: /(?:Passed|Failed)!\s+- Failed:\s+(?<failed>\d+), Passed:\s+(?<passed>\d+)/g,
    counts: told,
    isSum: true,
  },
  { pattern: /^(?<all>\d+) tests completed, (?<failed>\d+) failed(?:, (?<skipped>\d+) skipped)?/gm, counts: ran },
  // node, TAP, bun, mocha, playwright
  { pattern: /^(?:#|ℹ) pass (?<passed>\d+)\n(?:(?:#|ℹ) fail (?<failed>\d+))?/gm, counts: told },
  { pattern: /^\s*(?<passed>\d+) pass\n(?:\s*\d+ (?:skip|todo)\n)*\s*(?<failed>\d+) fail$/gm, counts: told },
  { pattern: /^\s*(?<passed>\d+) passing\b.*(?:\n\s*\d+ pending)?(?:\n\s*(?<failed>\d+) failing)?/gm, counts: told },
  { pattern: /^\s*(?<failed>\d+) failed\n(?:.*\n)*?\s*(?<passed>\d+) passed \(/gm, counts: told },
]

/** What the summary says; where there are several of one form, the last, or their sum. */
export function testCounts(output: string): TestCounts | undefined {
  for (const { pattern, counts, isSum } of FORMS) {
    const all = [...output.matchAll(pattern)].map(({ groups }) => counts(groups ?? {}))
    if (all.length === 0) continue
    return isSum
      ? all.reduce((a, b) => ({ passed: (a.passed ?? 0) + (b.passed ?? 0), failed: (a.failed ?? 0) + (b.failed ?? 0) }))
      : all.at(-1)
  }
  return loose(output)
}

/** A number before a word for it, in any summary: in a single line, so that nothing is put together that does not belong together. */
function loose(output: string): TestCounts | undefined {
  const passed = last(
    output,
    /(\d+)(?:(?:\/| of )\d+)? (?:tests? |checks? |scenarios? )?pass(?:ed|ing)?\b|\bpassed[:=] ?(\d+)/gi,
  )
  const failed = last(
    output,
    /(\d+)(?:(?:\/| of )\d+)? (?:tests? |checks? |scenarios? )?fail(?:ed|ing|ures?)?\b|\bfail(?:ed|ures?)[:=] ?(\d+)/gi,
  )
  return passed === null && failed === null ? undefined : { passed, failed }
}

function last(output: string, pattern: RegExp): number | null {
  const [, before, after] = [...output.matchAll(pattern)].at(-1) ?? []
  return before === undefined && after === undefined ? null : Number(before ?? after)
}
