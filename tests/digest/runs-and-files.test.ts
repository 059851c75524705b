import { expect, it } from 'vitest'
import { extract } from '../../src/digest/extract.ts'
import type { Did, DigestRound } from '../../src/digest/round.ts'
import { settle } from '../../src/digest/settle.ts'
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
const read = (...rounds: readonly (readonly Did[])[]) =>
  settle(extract(rounds.map((events, at): DigestRound => ({ round: at + 1, at: null, events }))))

it('knows a file that a tool named from the root and a command from its folder', () => {
  const { files } = read([edit('/repo/app/crane.py', 'a', 'b')], [run('git checkout -- app/crane.py')])
  expect(files.changed).toEqual([])
  expect(files.undone).toEqual([{ path: '/repo/app/crane.py', rounds: [1, 2] }])
  const two = read(
    [edit('/repo/one/crane.py', 'a', 'b'), edit('/repo/two/crane.py', 'a', 'b')],
    [run('git restore crane.py')],
  )
  expect(two.files.changed.map(({ path }) => path)).toEqual(['/repo/one/crane.py', '/repo/two/crane.py'])
})

it.each([
  'npm --prefix kiosk test',
  'cargo +nightly miri test -p core --lib',
  'CI=1 yarn workspace web test:unit',
  'python manage.py test orders',
  'cd app && ./scripts/run_tests.sh',
  'flutter test',
  'sbt "core / Test" test',
])('knows a test run: %s', (command) => {
  expect(read([run(command, 1)]).tests.map(({ result }) => result.outcome)).toEqual(['failed'])
})

it.each(['npm install test-helpers', 'cat tests/run_tests.sh', 'git add tests', 'npm run build', 'ls test'])(
  'takes no other command for one: %s',
  (command) => {
    expect(read([run(command)]).tests).toEqual([])
  },
)

it('knows a data race for an error', () => {
  const { errors } = read([run('go test -race ./...', 66, '==================\nWARNING: DATA RACE\nWrite at 0x00c0')])
  expect(errors.open.map(({ text }) => text)).toEqual(['WARNING: DATA RACE'])
})
