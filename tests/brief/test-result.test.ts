import { expect, it } from 'vitest'
import { testResult } from '../../src/model/test-result.ts'

const told = (line: string, exit: number | null, output: string) => {
  const result = testResult(line, { failed: (exit ?? 0) !== 0, exit, output })
  return result && [result.outcome, result.passed, result.failed]
}

it.each([
  [
    'npx vitest run',
    1,
    ' Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 10 passed (12)\n',
    ['failed', 10, 2],
  ],
  ['npx vitest run', 1, ' Test Files  1 failed | 3 passed (4)\n      Tests  10 passed (10)\n', ['failed', 10, 0]],
  ['npx jest', 0, 'Test Suites: 2 passed, 2 total\nTests:       1 skipped, 12 passed, 13 total\n', ['passed', 12, 0]],
  [
    'pytest -q',
    1,
    'FAILED tests/test_a.py::test_b - assert 1\n3 failed, 12 passed, 1 warning in 0.31s\n',
    ['failed', 12, 3],
  ],
  ['pytest', 0, '======= 12 passed, 2 skipped in 1.20s =======\n', ['passed', 12, 0]],
  ['pytest', 5, 'collected 0 items\n\n==== no tests ran in 0.01s ====', ['unknown', null, null]],
  ['python -m unittest', 1, 'Ran 9 tests in 0.004s\n\nFAILED (failures=2, errors=1)\n', ['failed', 6, 3]],
  ['python -m unittest', 0, 'Ran 9 tests in 0.004s\n\nOK\n', ['passed', 9, 0]],
  [
    'cargo test',
    0,
    'test result: ok. 5 passed; 0 failed; 0 ignored\n\ntest result: ok. 2 passed; 0 failed; 0 ignored\n',
    ['passed', 7, 0],
  ],
  ['cargo test', 101, 'test a::b ... FAILED\ntest result: FAILED. 4 passed; 1 failed; 0 ignored\n', ['failed', 4, 1]],
  ['go test ./...', 0, 'ok  \tshop/cart\t0.012s\n', ['passed', null, null]],
  ['go test ./...', 1, '--- FAIL: TestCart (0.00s)\nFAIL\nFAIL\tshop/cart\t0.015s\n', ['failed', null, null]],
  [
    'go test ./... -run Cart',
    0,
    'ok  \tshop/cart\t0.01s [no tests to run]\n?   \tshop\t[no test files]\n',
    ['unknown', null, null],
  ],
  ['node --test', 1, '# tests 5\n# pass 4\n# fail 1\n', ['failed', 4, 1]],
  ['bun test', 0, ' 14 pass\n 0 fail\nRan 14 tests across 2 files.', ['passed', 14, 0]],
  ['npx mocha', 2, '  8 passing (20ms)\n  2 failing\n', ['failed', 8, 2]],
  ['bundle exec rspec', 1, '12 examples, 1 failure, 2 pending\n', ['failed', 9, 1]],
  ['rails test', 0, '12 runs, 30 assertions, 0 failures, 0 errors, 1 skips\n', ['passed', 11, 0]],
  ['vendor/bin/phpunit', 0, 'OK (12 tests, 30 assertions)\n', ['passed', 12, 0]],
  ['vendor/bin/phpunit', 1, 'Tests: 12, Assertions: 30, Failures: 2.\n', ['failed', 10, 2]],
  [
    'mvn test',
    1,
    '[ERROR] Tests run: 20, Failures: 1, Errors: 1, Skipped: 2\n[INFO] BUILD FAILURE\n',
    ['failed', 16, 2],
  ],
  ['./gradlew test', 1, '30 tests completed, 4 failed\n', ['failed', 26, 4]],
  ['dotnet test', 0, 'Passed!  - Failed:     0, Passed:    12, Skipped:     0, Total:    12', ['passed', 12, 0]],
  ['mix test', 1, '5 doctests, 12 tests, 1 failure\n', ['failed', 11, 1]],
  ['swift test', 0, 'Executed 12 tests, with 0 failures (0 unexpected) in 0.1 seconds', ['passed', 12, 0]],
  ['ctest', 8, '83% tests passed, 1 tests failed out of 6\n', ['failed', 5, 1]],
  [
    'npx playwright test',
    1,
    '  1 failed\n    [chromium] › a.spec.ts:3:1 › opens\n  12 passed (3s)\n',
    ['failed', 12, 1],
  ],
  ['deno test', 0, 'ok | 12 passed | 0 failed (3s)', ['passed', 12, 0]],
  ['./smoke.sh', 0, 'smoke: 4 checks passed\n', ['passed', 4, null]],
  ['bash scripts/smoke-test.sh', 3, 'health: 502\n', ['failed', null, null]],
  ['python3 tests/check_totals.py', 0, '', ['passed', null, null]],
  ['./smoke.sh', 0, '3 passed, 1 failed\n', ['failed', 3, 1]],
  ['./smoke.sh', 1, 'smoke: 1 of 6 checks failed\n', ['failed', null, 1]],
  ['./smoke.sh', 1, '3/10 checks failed\n', ['failed', null, 3]],
  ['./smoke.sh', 0, 'smoke: 6 of 6 checks passed\n', ['passed', 6, null]],
  ['./smoke.sh', 1, 'smoke: 5 of 6 checks passed\n', ['failed', 5, null]],
])('%s ended with %s: %j', (line, exit, output, expected) => {
  expect(told(line, exit, output)).toEqual(expected)
})

it.each([
  ['the part before it failed', 'npm run lint && npm test', 1, '  × This import is unused.\n', 'unknown'],
  ['head had room for more', 'go test ./a -v 2>&1 | head -40', 0, 'PASS\nok  \tshop/a\t0.01s\n', 'passed'],
  [
    'head may have cut the end',
    'go test ./a -v 2>&1 | head -2',
    0,
    'ok  \tshop/a\t0.01s\nok  \tshop/b\t0.01s\n',
    'unknown',
  ],
  ['a filter ended the line', 'npm test 2>&1 | tail -1', 0, 'see the log\n', 'unknown'],
  [
    'a filter ended the line and a summary is there',
    'npx vitest run | tail -3',
    0,
    ' Tests  1 failed | 3 passed (4)\n',
    'failed',
  ],
  ['only what passed is shown', 'go test ./... | grep ok', 0, 'ok  \tshop/cart\t0.012s\n', 'unknown'],
  ['another command ended the line', 'pytest -q; ls', 0, 'tests\n', 'unknown'],
  ['its failure is passed over', 'pytest -q || true', 0, '', 'unknown'],
  ['the line prints the status', 'npm test > out.log 2>&1; echo "exit: $?"', 0, 'exit: 1\n', 'failed'],
  ['it was cut off', 'timeout 60 npm test', 124, 'running\n', 'unknown'],
  ['pipefail holds', 'set -o pipefail; npm test | tail -1', 1, 'see the log\n', 'failed'],
  ['the tests after it may have failed', 'npm test && pytest', 3, ' Tests  3 passed (3)\n', 'unknown'],
  ['it goes on only where tests pass', 'npm test && git push', 0, 'done\n', 'passed'],
  ['what comes after it may have failed', 'npm test && git push', 1, 'rejected\n', 'unknown'],
  ['it was never run', 'npm test', 1, 'npm error Missing script: "test"\n', 'unknown'],
  ['only the folder comes before it', 'cd app && npm test', 1, 'boom\n', 'failed'],
])('where %s: %s', (_, line, exit, output, expected) => {
  expect(told(line, exit, output)![0]).toBe(expected)
})

it.each(['npm run check', 'make check', './verify.sh', 'bash scripts/check.sh'])(
  'takes a check for tests only where it counts some: %s',
  (line) => {
    expect(told(line, 0, 'Checked 40 files in 2s. No fixes applied.\n')).toBeUndefined()
    expect(told(line, 1, 'src/a.ts:3:1 error\n')).toBeUndefined()
    expect(told(line, 0, ' Tests  12 passed (12)\n')).toEqual(['passed', 12, 0])
  },
)

it('takes a status that was passed for more than marks in the output', () => {
  const output = '✗ refuses a bad card\nFAIL is what it prints\n12 passed in 0.31s\n'
  expect(testResult('pytest', { failed: false, exit: 0, output })).toMatchObject({ outcome: 'passed', failing: [] })
})
