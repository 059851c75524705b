import { expect, it } from 'vitest'
import { factsOf } from '../../src/brief/facts/facts-of.ts'
import { factSections } from '../../src/brief/render/fact-sections.ts'
import type { Did, RoundEvent } from '../../src/brief/round.ts'
import { edit, roundsOf, run, said } from './made-rounds.ts'

const facts = (...calls: readonly RoundEvent[]) => factsOf(roundsOf(...calls.map((call) => [call])))
const errors = (...calls: readonly Did[]) =>
  facts(...calls).errors.map(({ how, text, first, last, gone, ranAgain }) => ({
    how,
    text,
    first,
    last,
    gone,
    ranAgain,
  }))
const BROKEN = 'src/a.ts(3,1): error TS2304: Cannot find name foo.'
const broken = (line: string) => run(line, 2, BROKEN)

it.each<[string, readonly Did[], object]>([
  ['not run again', [broken('npm run build')], { last: 1, gone: null, ranAgain: null }],
  ['the same, well', [broken('npm run build'), run('npm run build')], { last: 1, gone: 2, ranAgain: 2 }],
  ['the same, badly again', [broken('npm run build'), broken('npm run build')], { first: 1, last: 2, gone: null }],
  ['spelled otherwise', [broken('npm run build 2>&1 | tail -40'), run('npm run build')], { gone: 2 }],
  ['with its folder', [broken('cd /w && npm run build'), run('npm run build')], { gone: 2 }],
  [
    'in another folder',
    [broken('cd api && npm run build'), run('cd web && npm run build')],
    { gone: null, ranAgain: 2 },
  ],
  [
    'with another script on standard input',
    [broken("python3 - <<'A'\none\nA"), run("python3 - <<'A'\ntwo\nA")],
    { gone: null, ranAgain: null },
  ],
  [
    'a filter hides how it ended',
    [broken('npm run build'), run('npm run build | tail -5', 0, 'see the log')],
    { gone: null, ranAgain: 2 },
  ],
  ['together with what it needs first', [broken('mise run fmt'), run('mise trust && mise run fmt')], { gone: 2 }],
  [
    'its parts, one by one',
    [broken('npm run lint && npm run build'), run('npm run lint'), run('npm run build')],
    { gone: 3 },
  ],
  ['one of its parts', [broken('npm run lint && npm run build'), run('npm run lint')], { gone: null, ranAgain: 2 }],
  [
    'all tests',
    [run('npx vitest run tests/a.test.ts', 1, 'Error: late'), run('npx vitest run', 0, ' Tests  3 passed (3)')],
    { gone: 2 },
  ],
  [
    'fewer tests',
    [run('npx vitest run', 1, 'Error: late'), run('npx vitest run tests/a.test.ts')],
    { gone: null, ranAgain: null },
  ],
  [
    'tests of another name',
    [run('pytest -q -k cart', 1, 'E   ValueError: late'), run('pytest -k login')],
    { gone: null, ranAgain: null },
  ],
  [
    'a commit with other words',
    [run('git add . && git commit -m "one"', 1, 'error: the hook found a tab'), run('git commit -m "two"')],
    { gone: 2 },
  ],
  [
    'a longer command is another one',
    [broken(`make ${'a'.repeat(300)} one`), run(`make ${'a'.repeat(300)} two`)],
    { gone: null, ranAgain: null },
  ],
])('an error of a command: %s', (_, calls, expected) => {
  expect(errors(...calls)[0]).toMatchObject({ how: 'failed', ...expected })
})

it('takes no line for an error of a command that ended well by itself', () => {
  expect(errors(run('npm run build', 0, BROKEN))).toEqual([])
  expect(errors(run('npm test', 0, 'Error: late\n 3 passed'))).toEqual([])
  expect(errors(run('grep -rn "Error: late" src | head', 0, 'src/a.ts: Error: late'))).toEqual([])
  expect(errors(run('cat build.log', 0, BROKEN))).toEqual([])
})

it('says of an error that it was printed, where the status of the line is another’s', () => {
  expect(errors(run('npm run build 2>&1 | tail -20', 0, BROKEN))).toMatchObject([{ how: 'printed', text: BROKEN }])
})

it('gives the status of a command that failed without a word', () => {
  expect(errors(run('make deploy', 7))).toMatchObject([{ text: 'exit status 7' }])
})

it('gives the counts of tests that failed without a word', () => {
  expect(errors(run('pytest -q | tail -1', 0, '2 failed, 3 passed in 0.1s')).map(({ text }) => text)).toEqual([
    '2 failed, 3 passed',
  ])
  expect(errors(run('npx jest', 1, 'Tests:       1 failed, 12 passed, 13 total')).map(({ text }) => text)).toEqual([
    '1 failed, 12 passed',
  ])
})

it('keeps commands that changed something or failed, and no others', () => {
  const lines = [
    './deploy.sh staging',
    'psql -c "SELECT count(*) FROM orders"',
    'psql -c "DELETE FROM orders WHERE id = 3"',
    'curl -s https://api.test/health',
    'curl -X POST https://api.test/jobs -d x=1',
    'gh pr view 12',
    'gh pr create --fill',
    'ls -la && cat a.txt',
    'kubectl get pods',
    'kubectl apply -f a.yml',
    'git add -A && git commit -qm x',
    'git push',
    'node -e "console.log(1)"',
    'npm install left-pad',
  ]
  expect(facts(...lines.map((line) => run(line))).commands.map(({ command }) => command)).toEqual([
    './deploy.sh staging',
    'psql -c "DELETE FROM orders WHERE id = 3"',
    'curl -X POST https://api.test/jobs -d x=1',
    'gh pr create --fill',
    'kubectl apply -f a.yml',
    'git push',
    'npm install left-pad',
  ])
  expect(facts(run('psql -c "SELECT 1"', 2, 'could not connect')).commands).toMatchObject([{ failed: true, exit: 2 }])
})

it('gives of a command how it ended last, and every round in which it ran', () => {
  const { commands } = facts(run('./deploy.sh staging', 1), run('npm ci'), run('./deploy.sh staging 2>&1 | tail -3'))
  expect(commands).toEqual([
    { command: 'npm ci', failed: false, exit: 0, rounds: [2] },
    { command: './deploy.sh staging', failed: false, exit: 0, rounds: [1, 3] },
  ])
})

it('tells commands of other folders apart, and says no more of an end than was seen', () => {
  const inBackground = run('npm run watch', 0, 'Command running in background with ID: b1')
  const calls = [
    run('npm test', 0, ' Tests  3 passed (3)'),
    run('cd web && npm test', 1, ' Tests  1 failed | 2 passed (3)'),
    run('npm run lint && npm test 2>&1 | tail -3', 1, 'lint failed'),
    inBackground,
  ]
  const lines = factSections(facts(...calls), '/w').flatMap(({ lines }) => lines.map(({ text }) => text))
  expect(lines.filter((line) => !line.includes(' failed: '))).toEqual([
    '`npm test`: passed (3 passed) (round 1)',
    '`cd web && npm test`: failed (2 passed, 1 failed) (round 2)',
    '`npm run lint && npm test`: failed with exit 1, no outcome of tests seen (round 3)',
    '`npm run watch`: began, its end was not seen (round 4)',
  ])
})

it('says nothing of a command without a result, or that was not run', () => {
  const refused = { failed: true, exit: null, output: '', said: 'No.' }
  const calls = [
    { ...run('./deploy.sh'), outcome: null },
    { ...run('./deploy.sh'), outcome: refused },
  ]
  expect(facts(...calls)).toMatchObject({ commands: [], errors: [], tests: [] })
})

it('names the files that were changed after tests ran last', () => {
  const { tests } = facts(
    edit('/w/a.ts', '1', '2'),
    run('npm test', 0, ' Tests  3 passed (3)'),
    edit('/w/b.ts', '1', '2'),
  )
  expect(tests).toMatchObject([{ command: 'npm test', result: { passed: 3 }, changedSince: ['/w/b.ts'] }])
})

it('knows commits by what git said, and those of others by a log', () => {
  const { commits } = facts(
    run('git add . && git commit -m "one"', 0, '[main 1a2b3c4] one\n 1 file changed'),
    run('git commit -qm "two"'),
    run('git commit -m "three"', 1, 'nothing to commit, working tree clean'),
    run(
      'git log --oneline -4',
      0,
      '5d5d5d5 (HEAD -> main) Merge pull request #3 from x\n9f8e7d6 two\n1a2b3c4 one\n0e0e0e0 before',
    ),
  )
  expect(commits).toEqual([
    { hash: '1a2b3c4', subject: 'one', round: 1 },
    { hash: '9f8e7d6', subject: 'two', round: 2 },
    { hash: '5d5d5d5', subject: 'Merge pull request #3 from x', round: 4, isSeen: true },
  ])
})

it('knows a commit of which git was not heard by what it was given', () => {
  const message = 'git add a.ts && git commit -m "$(cat <<\'EOF\'\nHide the timing\n\nMore.\nEOF\n)"'
  expect(
    facts(run(`rtk ${message.replace('git commit', 'rtk git commit')}`, 0, 'ok'), run(message, 1)).commits,
  ).toEqual([{ hash: null, subject: 'Hide the timing', round: 1 }])
  expect(facts(run('git commit --dry-run -m x', 0, 'ok')).commits).toEqual([])
})

it('keeps the last list of work, and what was chosen with what was not', () => {
  const plan = (isWhole: boolean, ...items: readonly (readonly [string, string | null, 'open' | 'done'])[]): Did => ({
    kind: 'did',
    act: {
      role: 'plan',
      files: [],
      command: null,
      plan: { isWhole, items: items.map(([id, text, status]) => ({ id, text, status })) },
    },
    outcome: { failed: false, exit: null, output: '' },
  })
  const { plan: last } = facts(
    plan(true, ['1', 'build', 'open'], ['2', 'ship', 'open']),
    plan(false, ['1', null, 'done']),
  )
  expect(last).toEqual([
    { text: 'build', status: 'done', round: 2 },
    { text: 'ship', status: 'open', round: 1 },
  ])
  const asked: Did = {
    kind: 'did',
    act: {
      role: 'other',
      files: [],
      command: null,
      questions: [{ question: 'Which store?', options: [{ label: 'File' }, { label: 'Server' }] }],
    },
    outcome: { failed: false, exit: null, output: '', answers: [{ question: 'Which store?', answer: 'File' }] },
  }
  expect(facts(asked).choices).toEqual([{ question: 'Which store?', answer: 'File', others: ['Server'], round: 1 }])
})

it('keeps handles that a result named and that were used later', () => {
  const { names } = facts(
    run('gh pr create --fill', 0, 'https://github.com/acme/shop/pull/41'),
    run('kubectl get pods', 0, 'api-7d9f8b6c5d-x2x1z Running\nweb-5c6d7e8f9a-q9q8q Running'),
    run('kubectl logs api-7d9f8b6c5d-x2x1z'),
    said('agent', 'The pull request is https://github.com/acme/shop/pull/41.'),
  )
  expect(names).toEqual([
    { text: 'https://github.com/acme/shop/pull/41', source: 'gh pr create --fill', rounds: [1, 4] },
    { text: 'api-7d9f8b6c5d-x2x1z', source: 'kubectl get pods', rounds: [2, 3] },
  ])
})

it('a path that git was mistyped is no error of the work, and a commit is named once', () => {
  const mistyped = run(
    'git add app/app/a.ts',
    128,
    "warning: could not open directory 'app/app'\nfatal: pathspec 'app/app/a.ts' did not match any files",
  )
  expect(errors(mistyped)).toEqual([])
  expect(errors(run('git push', 128, 'fatal: Authentication failed'))).toMatchObject([
    { text: 'fatal: Authentication failed' },
  ])
  const committed = run('git commit -m x', 0, '[main b5e8dfc5] x\n 1 file changed')
  const { commits, names } = facts(committed, said('user', 'Show b5e8dfc5.'), run('git show b5e8dfc'))
  expect([commits.length, names]).toEqual([1, []])
})

it('a path of Windows is told from its folder on', () => {
  const made = factsOf(roundsOf([edit('D:\\work\\src\\a.ts', null, 'x')]))
  expect(factSections(made, 'D:\\work')[0]!.lines[0]!.text).toMatch(/^src\\a\.ts: created/)
})

it('a log of another repository tells no commits of this one', () => {
  const log = (line: string) => facts(run(line, 0, '05fdd18 try two sessions\n5325d1c initial setup')).commits.length
  expect(log('git log --oneline -2')).toBe(2)
  expect(log('cd /w/api && git log --oneline -2')).toBe(2)
  expect(log('cd /tmp/try && git log --oneline -2')).toBe(0)
  expect(log('git -C /tmp/try log --oneline -2')).toBe(0)
})

it('tests that ran after several files are named once, and a standard is no name', () => {
  const tested = run('npm test', 0, ' Tests  3 passed (3)')
  const made = factsOf(roundsOf([edit('/w/a.ts', null, 'x'), edit('/w/b.ts', null, 'y'), tested]))
  const [a, b] = factSections(made, '/w')[0]!.lines.map(({ text }) => text)
  expect([a, b]).toEqual([
    'a.ts: created; tests ran after this change and passed in round 1 (`npm test`) (round 1)',
    'b.ts: created; tests ran after this change and passed in round 1 (round 1)',
  ])
  const names = facts(run('./specs', 0, 'ISO-8601 and ENT-221'), said('user', 'Use ISO-8601, see ENT-221.')).names
  expect(names.map(({ text }) => text)).toEqual(['ENT-221'])
  const svg = '<svg xmlns="http://www.w3.org/2000/svg">'
  expect(facts(run('./logo', 0, svg), said('agent', `It begins with ${svg}.`)).names).toEqual([])
})

it('a commit that its hook refused is told by the tests of the hook', () => {
  const printed = 'error: Item 3 failed\n 1606 pass\n 24 fail\nhusky - pre-commit script failed (code 1)'
  expect(errors(run('git add . && git commit -m x', 1, printed)).map(({ text }) => text)).toEqual([
    '24 tests failed, 1606 passed, as its hook printed',
  ])
})
