import { expect, it } from 'vitest'
import type { FileFact } from '../../src/brief/facts/facts.ts'
import { factsOf } from '../../src/brief/facts/facts-of.ts'
import type { BriefRound, Did } from '../../src/brief/round.ts'
import type { FileEdit } from '../../src/model/tool-act.ts'

const run = (command: string, exit = 0, output = ''): Did => ({
  kind: 'did',
  act: { role: 'run', files: [], command },
  outcome: { failed: exit !== 0, exit, output },
})
const edit = (path: string, before: string | null, after: string): Did => {
  const edits: readonly FileEdit[] = [{ path, before, after, everywhere: false }]
  return {
    kind: 'did',
    act: { role: 'write', files: [{ path, change: 'modify' }], command: null, edits },
    outcome: { failed: false, exit: null, output: '' },
  }
}
const read = (...rounds: readonly (readonly Did[])[]) => {
  const { files, errors, tests } = factsOf(
    rounds.map((events, at): BriefRound => ({ round: at + 1, at: null, events })),
  )
  const isUndone = ({ state }: FileFact) => state === 'reverted'
  return {
    tests,
    files: { changed: files.filter((file) => !isUndone(file)), undone: files.filter(isUndone) },
    errors: { open: errors.filter(({ gone }) => gone === null), resolved: errors.filter(({ gone }) => gone !== null) },
  }
}

it.each([
  'npm --prefix kiosk test',
  'cargo +nightly miri test -p core --lib',
  'CI=1 yarn workspace web test:unit',
  'python manage.py test orders',
  'cd app && ./scripts/run_tests.sh',
  'flutter test',
  'sbt "core / Test" test',
  'git add . && npm test',
  "wsl -e bash -lc 'cd app && pytest -q'",
])('knows a test run: %s', (command) => {
  expect(read([run(command, 1)]).tests.map(({ result }) => result.outcome)).toEqual(['failed'])
})

it.each([
  'npm install test-helpers',
  'cat tests/run_tests.sh',
  'git add tests',
  'npm run build',
  'ls test',
  'python3 -m pytest --version',
  'python -c "import pytest; print(pytest.__version__)"',
  'pytest --collect-only tests',
  'gh pr create --body "go test passes"',
  'git commit -m "$(cat <<\'EOF\'\nnpm test passes\nEOF\n)"',
  'cd app && sed -n 1,9p jest.config.js',
])('takes no other command for one: %s', (command) => {
  expect(read([run(command)]).tests).toEqual([])
})

it('knows a data race for an error', () => {
  const { errors } = read([run('go test -race ./...', 66, '==================\nWARNING: DATA RACE\nWrite at 0x00c0')])
  expect(errors.open.map(({ text }) => text)).toEqual(['WARNING: DATA RACE'])
})

it.each([
  ['rm app/old.py && make build', 'make: *** [build] Error 2', ['app/old.py deleted']],
  ['mv app/a.py app/b.py && pytest -q', '1 failed', ['app/b.py moved']],
  ['cd app; cp a.cfg b.cfg\nmake build', 'no rule', ['app/b.cfg created']],
  ['mkdir -p out && echo 1 > out/one.txt && make build', 'stop', ['out/one.txt created']],
  ['make build > build.log', 'stop', ['build.log created']],
  ['git rm -q app/old.py && git commit -qm x', 'error: the hook found a problem', ['app/old.py deleted']],
  ['# it does not build yet\nrm app/old.py\nmake build', 'stop', ['app/old.py deleted']],
])('knows what a line did before a later part of it failed: %s', (line, output, expected) => {
  const { changed } = read([run(line, 2, output)]).files
  expect(changed.map(({ path, state }) => `${path} ${state}`)).toEqual(expected)
})

it.each([
  ['rm app/old.py', ''],
  ['rm app/old.py && make build', "rm: cannot remove 'app/old.py': No such file or directory"],
  ['make build && rm app/old.py', 'stop'],
  ['make build || rm app/old.py && make clean', 'stop'],
  ['set -e; make build; rm app/old.py; make clean', 'stop'],
  ['if make build; then rm app/old.py; make clean; fi', 'stop'],
  ['echo 1 > gone/one.txt && make', 'bash: gone/one.txt: No such file or directory'],
  ['git rm app/old.py && make', "fatal: pathspec 'app/old.py' did not match any files"],
])('takes nothing for done that may not have run: %s', (line, output) => {
  expect(read([run(line, 1, output)]).files.changed).toEqual([])
})

it('takes nothing for done of a line that was refused', () => {
  const refused: Did = { ...run('rm a.py && make'), outcome: { failed: true, exit: null, output: '', said: 'No.' } }
  expect(read([refused]).files.changed).toEqual([])
})

it('keeps what was committed before a push failed', () => {
  const { files } = read(
    [edit('/repo/a.py', 'a', 'b'), run('git commit -am "b" && git push', 1, '[main 1a2b3c4] b\n ! [rejected] main')],
    [edit('/repo/b.py', 'a', 'b'), run('git reset --hard')],
  )
  expect(files.changed.map(({ path }) => path)).toEqual(['/repo/a.py'])
  expect(files.undone.map(({ path }) => path)).toEqual(['/repo/b.py'])
})

const errorsOf = (command: string, output: string) =>
  read([run(command, 1, output)]).errors.open.map(({ text }) => text)

it.each([
  [
    'pushing ...\nwrite /var/tmp/layer.tar: no space left on device\ndeploy: aborted',
    'write /var/tmp/layer.tar: no space left on device',
  ],
  [
    'Starting ...\n*** FAILED: editor did not close within 5000 ms\nFAILED!!  1 tests failed, out of 214',
    '*** FAILED: editor did not close within 5000 ms',
  ],
  ['Reading the tide table\nThe gauge stays silent since noon', 'The gauge stays silent since noon'],
  [
    'pkg/tide.go:12:4: exported func Tide should have comment (revive)\n\tcwd := here()\n1 issues:',
    'pkg/tide.go:12:4: exported func Tide should have comment (revive)',
  ],
  ['pkg/tide.go:12:4: undefined: gauge\n[lint] ERROR task failed', 'pkg/tide.go:12:4: undefined: gauge'],
  ['--- FAIL: TestTide (0.00s)\n    tide_test.go:64: got 3, want 4\nFAIL', 'tide_test.go:64: got 3, want 4'],
  ['\u001b[0m\u001b[31m✖ The tide is late.\u001b[0m\nsee the table', '✖ The tide is late.'],
  ['\u001b]8;;https://x.test\u001b\\tide.ts:4:2\u001b]8;;\u001b\\: error: late', 'tide.ts:4:2: error: late'],
  ['$ biome check --error-on-warnings\n× This import is unused.', '× This import is unused.'],
])('knows what a command that failed says went wrong, however it says it: %j', (output, expected) => {
  expect(errorsOf('./deploy.sh', output)).toEqual([expected])
})

it.each([
  [
    [
      'Traceback (most recent call last):',
      '  File "run.py", line 8, in main',
      '    raise Timeout("error: late")',
      'tide.Late: 30 s over',
      'tide: giving up',
    ],
    'tide.Late: 30 s over',
  ],
  [
    ['web | Traceback (most recent call last):', 'web |   File "run.py", line 8', "web | KeyError: 'tide'"],
    "web | KeyError: 'tide'",
  ],
])('gives of a traceback the exception: %j', (lines, expected) => {
  expect(errorsOf('python run.py', lines.join('\n'))).toEqual([expected])
})

it('names no package among the tests that failed', () => {
  const output = '--- FAIL: TestTide (0.00s)\nFAIL\nFAIL\ttide/cli\t0.015s\nFAIL'
  expect(read([run('go test ./...', 1, output)]).tests[0]!.result.failing).toEqual(['TestTide'])
})

it('asks the tests that name a file before those of everything', () => {
  const { changed } = read(
    [edit('/w/src/tide.ts', 'a', 'b'), edit('/w/src/gauge.ts', 'a', 'b')],
    [run('npx vitest run tests/tide.test.ts'), run('npx vitest run', 1)],
  ).files
  expect(changed.map(({ tested }) => tested?.outcome)).toEqual(['passed', 'failed'])
})

it('says that a file was changed, not made, where a line adds to it', () => {
  const { changed } = read([run('echo dist >> .gitignore && echo 1 > new.txt && echo 2 | tee -a log.txt')]).files
  expect(changed.map(({ path, state }) => `${path} ${state}`)).toEqual([
    '.gitignore changed',
    'new.txt created',
    'log.txt changed',
  ])
})

it('takes tests that could not be begun neither for passed nor for failed', () => {
  const { tests } = read([run('rtk bun run test', 2, "error: unrecognized subcommand 'bun'")])
  expect(tests.map(({ result }) => result.outcome)).toEqual(['unknown'])
})

it('knows that a step of git is over when it ended well later, with whatever words', () => {
  const failed = run('git add . && git commit -m "one"', 1, 'error: the hook found a tab')
  const { errors } = read([failed], [run('git commit -m "two"')])
  expect([errors.open, errors.resolved.map(({ gone }) => gone)]).toEqual([[], [2]])
  expect(read([failed], [run('git push')]).errors.open).toHaveLength(1)
  expect(read([run('make && git push', 1, 'error: no rule')], [run('git push')]).errors.open).toHaveLength(1)
})
