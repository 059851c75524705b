import { expect, it } from 'vitest'
import { factsOf } from '../../src/brief/facts/facts-of.ts'
import type { Did } from '../../src/brief/round.ts'
import { edit, looked, roundsOf, run } from './made-rounds.ts'

/** The last state of each file, as one line: `src/a.ts changed 1,2`. */
const states = (...calls: readonly Did[]) =>
  factsOf(roundsOf(...calls.map((call) => [call])))
    .files.map(({ path, state, from, rounds }) => {
      const moved = from === undefined ? '' : ` from ${from.replace('/w/', '')}`
      return `${path.replace('/w/', '')} ${state}${moved} ${rounds.join(',')}`
    })
    .sort()

const A = '/w/src/a.ts'
const changed = edit(A, 'one', 'two')
const made = edit('/w/new.ts', null, 'x')
const commit = (line: string, hash = '1a2b3c4') => run(line, 0, `[main ${hash}] work\n 1 file changed, 1 insertion(+)`)

it.each<[string, readonly Did[], readonly string[]]>([
  ['a change', [changed], ['src/a.ts changed 1']],
  ['a new file', [made], ['new.ts created 1']],
  ['a new file that is changed', [made, edit('/w/new.ts', 'x', 'y')], ['new.ts created 1,2']],
  ['a file that was read and written whole', [looked('/w/new.ts'), made], ['new.ts changed 2']],
  ['a change that is taken back by hand', [changed, edit(A, 'two', 'one')], ['src/a.ts reverted 1,2']],
  [
    'a change of what a command changed before, taken back as a whole',
    [run("sed -i 's/zero/one/' src/a.ts"), looked(A, '     1→one'), edit(A, null, 'two'), edit(A, null, 'one')],
    ['src/a.ts changed 1,3,4'],
  ],
  [
    'checkout of a file that was there, though nobody read it',
    [edit(A, null, 'x'), run('git checkout -- src/a.ts')],
    ['src/a.ts reverted 1,2'],
  ],
  ['rm', [changed, run('rm src/a.ts')], ['src/a.ts deleted 1,2']],
  ['rm of a new file', [made, run('rm new.ts')], ['new.ts deleted 1,2']],
  ['rm -f', [changed, run('rm -f src/a.ts')], ['src/a.ts deleted 1,2']],
  [
    'rm -f of what nobody saw, which would not have complained',
    [run('rm -f old.txt'), run('rm -rf /tmp/out && node make.js', 1, 'Error: no folder'), run('rm -rf node_modules')],
    [],
  ],
  ['rm of what was read later', [run('rm out.db'), looked('/w/out.db')], ['out.db changed 1,2']],
  ['rm of what nobody saw, which would have complained', [run('rm old.txt')], ['old.txt deleted 1']],
  ['rm of a folder', [changed, made, run('rm -rf src')], ['new.ts created 2', 'src deleted 3', 'src/a.ts deleted 1,3']],
  [
    'rm of a pattern',
    [edit('/w/x.tmp', null, '1'), edit('/w/y.tmp', null, '1'), run('rm *.tmp')],
    ['x.tmp deleted 1,3', 'y.tmp deleted 2,3'],
  ],
  ['rm and a new file of the name', [changed, run('rm src/a.ts'), edit(A, null, 'z')], ['src/a.ts changed 1,2,3']],
  ['mv', [changed, run('mv src/a.ts src/b.ts')], ['src/b.ts moved from src/a.ts 2']],
  ['mv of a new file', [made, run('mv new.ts src/')], ['src/new.ts moved from new.ts 2']],
  [
    'mv into a folder that is known',
    [changed, made, run('mv new.ts src')],
    ['src/a.ts changed 1', 'src/new.ts moved from new.ts 3'],
  ],
  ['mv there and back', [changed, run('mv src/a.ts b.ts && mv b.ts src/a.ts')], ['src/a.ts changed 1,2']],
  ['mv over a file', [looked(A), edit('/w/a.tmp', null, 'x'), run('mv a.tmp src/a.ts')], ['src/a.ts changed 3']],
  ['mv of a folder', [changed, run('git mv src lib')], ['lib/a.ts moved from src/a.ts 2']],
  [
    'mv of several into one folder',
    [changed, made, run('mv src/a.ts new.ts old/')],
    ['old/a.ts moved from src/a.ts 3', 'old/new.ts moved from new.ts 3'],
  ],
  [
    'mv twice, then a change',
    [run('git mv a.py b.py && git mv b.py c.py'), edit('/w/c.py', '1', '2')],
    ['c.py moved from a.py 1,2'],
  ],
  ['mv and rm in one line', [changed, run('mv src/a.ts src/b.ts && rm src/b.ts')], ['src/b.ts deleted 2']],
  ['checkout of the file', [changed, run('git checkout -- src/a.ts')], ['src/a.ts reverted 1,2']],
  ['checkout through a wrapper', [changed, run('rtk git checkout -- src/a.ts')], ['src/a.ts reverted 1,2']],
  ['checkout of the file without dashes', [changed, run('git checkout src/a.ts')], ['src/a.ts reverted 1,2']],
  [
    'checkout of a branch that is called like a file',
    [changed, run('git checkout release/1.2')],
    ['src/a.ts changed 1'],
  ],
  ['checkout of a new branch', [changed, run('git checkout -b fix origin/main')], ['src/a.ts changed 1']],
  [
    'checkout of everything leaves new files',
    [changed, made, run('git checkout .')],
    ['new.ts created 2', 'src/a.ts reverted 1,3'],
  ],
  ['restore', [changed, run('git restore src/')], ['src/a.ts reverted 1,2']],
  [
    'restore to a commit before',
    [changed, commit('git commit -am x'), edit(A, 'two', 'three'), run('git restore --source=HEAD~1 src/a.ts')],
    ['src/a.ts reverted 1,3,4'],
  ],
  ['restore of the index alone', [changed, run('git add -A && git restore --staged src/a.ts')], ['src/a.ts changed 1']],
  [
    'restore to what is in the index',
    [changed, run('git add src/a.ts'), edit(A, 'two', 'three'), run('git restore src/a.ts')],
    ['src/a.ts changed 1,3,4'],
  ],
  [
    'checkout of the last commit, past the index',
    [changed, run('git add src/a.ts'), run('git checkout HEAD -- src/a.ts')],
    ['src/a.ts reverted 1,3'],
  ],
  [
    'restore of a file that was deleted',
    [changed, commit('git commit -am x'), run('rm src/a.ts'), run('git checkout src/a.ts')],
    ['src/a.ts changed 1,3,4'],
  ],
  [
    'reset --hard after a commit',
    [changed, commit('git commit -am x'), edit(A, 'two', 'three'), run('git reset --hard')],
    ['src/a.ts changed 1,3,4'],
  ],
  ['reset --hard leaves a new file that git does not know', [made, run('git reset --hard')], ['new.ts created 1']],
  [
    'reset --hard takes a new file that was added',
    [made, run('git add .'), run('git reset --hard')],
    ['new.ts reverted 1,3'],
  ],
  [
    'reset --hard behind a commit',
    [changed, commit('git commit -am x'), run('git reset --hard HEAD~1', 0, 'HEAD is now at 0000000')],
    ['src/a.ts reverted 1,3'],
  ],
  [
    'reset --soft behind a commit',
    [changed, commit('git commit -am x'), run('git reset --soft HEAD^')],
    ['src/a.ts changed 1'],
  ],
  [
    'reset --hard to a commit of the session',
    [
      changed,
      commit('git commit -am x'),
      edit(A, 'two', 'three'),
      commit('git commit -am y', '5d6e7f8'),
      run('git reset --hard 1a2b3c4'),
    ],
    ['src/a.ts changed 1,3,5'],
  ],
  [
    'revert of the last commit',
    [changed, commit('git commit -am x'), commit('git revert --no-edit HEAD', '9f8e7d6')],
    ['src/a.ts reverted 1,3'],
  ],
  [
    'stash and pop in two lines',
    [
      changed,
      run('git stash', 0, 'Saved working directory and index state WIP'),
      run('git stash pop', 0, 'Dropped refs/stash@{0}'),
    ],
    ['src/a.ts changed 1,2,3'],
  ],
  [
    'stash and pop in one line',
    [
      changed,
      run(
        'git stash && npm test; git stash pop',
        0,
        'Saved working directory and index state WIP\n1 passed\nDropped refs/stash@{0}',
      ),
    ],
    ['src/a.ts changed 1,2'],
  ],
  [
    'commit of a new file of whose answer a part is shown',
    [made, run('git add -A && git commit -m x | head -2', 0, '[main 1a2b3c4] x\n 2 files changed, 4 insertions(+)')],
    ['new.ts created 1'],
  ],
  ['stash without pop', [changed, made, run('git stash')], ['new.ts created 2', 'src/a.ts reverted 1,3']],
  ['stash of new files too', [made, run('git stash -u')], ['new.ts reverted 1,2']],
  [
    'stash where there is nothing',
    [made, run('git stash && git pull', 0, 'No local changes to save\nAlready up to date.')],
    ['new.ts created 1'],
  ],
  [
    'stash of one path',
    [changed, edit('/w/b.ts', '1', '2'), run('git stash push -m "later" -- b.ts')],
    ['b.ts reverted 2,3', 'src/a.ts changed 1'],
  ],
  ['stash and drop', [changed, run('git stash'), run('git stash drop')], ['src/a.ts reverted 1,2']],
  [
    'two stashes, the older one back',
    [changed, run('git stash'), edit('/w/b.ts', '1', '2'), run('git stash'), run('git stash pop stash@{1}')],
    ['b.ts reverted 3,4', 'src/a.ts changed 1,2,5'],
  ],
  ['git rm', [changed, run('git rm -q src/a.ts')], ['src/a.ts deleted 1,2']],
  [
    'git rm of a folder names the files',
    [run('git rm -r legacy', 0, "rm 'legacy/x.py'\nrm 'legacy/y.py'")],
    ['legacy/x.py deleted 1', 'legacy/y.py deleted 1'],
  ],
  ['git rm --cached', [changed, run('git rm --cached src/a.ts')], ['src/a.ts changed 1']],
  ['git clean', [made, run('git clean -fd', 0, 'Removing new.ts')], ['new.ts deleted 1,2']],
  ['another repository', [changed, run('git -C /other reset --hard')], ['src/a.ts changed 1']],
  ['a here-document', [run("cat > notes.md <<'EOF'\nrm src/a.ts\nEOF")], ['notes.md created 1']],
  ['a here-document for a program', [run("python3 - <<'EOF'\nopen('x').read()\nEOF")], []],
  [
    'tee and an addition',
    [run('echo a | tee one.txt && echo b >> .gitignore')],
    ['.gitignore changed 1', 'one.txt created 1'],
  ],
  ['sed -i', [run("sed -i 's/a/b/' src/a.ts src/b.ts")], ['src/a.ts changed 1', 'src/b.ts changed 1']],
  [
    'sed -i over a loop',
    [run('for f in src/a.ts src/b.ts; do sed -i \'s/a/b/\' "$f"; done')],
    ['src/a.ts changed 1', 'src/b.ts changed 1'],
  ],
  ['a loop over what is not known', [run('for f in $(ls *.ts); do rm $f; done')], []],
  [
    'what a loop over a pattern may have moved',
    [edit('/w/tui/a.ts', '1', '2'), run('rm b.ts'), run('cd tui && for f in *.ts; do mv "$f" ../out/; done')],
    ['b.ts deleted 2'],
  ],
  ['sed -i of a pattern', [edit('/w/a.ts', '1', '2'), run("sed -i '' 's/a/b/' *.ts")], ['a.ts changed 1,2']],
  [
    'a move that a commit names',
    [
      run('mv tui/a.ts ui/'),
      run(
        'git add -A && git commit -m x',
        0,
        '[main 1a2b3c4] x\n 1 file changed, 0 insertions(+), 0 deletions(-)\n rename {tui => ui}/a.ts (100%)',
      ),
    ],
    ['ui/a.ts moved from tui/a.ts 1'],
  ],
  [
    'files of a folder that was moved, which a commit names',
    [
      run('mv src/tools src/core/ && mv src/theme/* src/ui/'),
      run("sed -i 's/a/b/' src/core/tools/bash.ts src/ui/theme.ts old.ts"),
      run(
        'git add -A && git commit -m x',
        0,
        '[main 1a2b3c4] x\n 3 files changed, 2 insertions(+), 2 deletions(-)\n rename src/{ => core}/tools/bash.ts (98%)\n rename src/{theme => ui}/theme.ts (99%)\n rename first.ts => old.ts (99%)',
      ),
    ],
    [
      'old.ts moved from first.ts 2',
      'src/core/tools moved from src/tools 1',
      'src/core/tools/bash.ts moved from src/tools/bash.ts 2',
      'src/ui/theme.ts moved from src/theme/theme.ts 2',
    ],
  ],
  [
    'a file that was there, as a commit says',
    [
      run('cp x.ts y.ts'),
      run('git add y.ts && git commit -m x', 0, '[main 1a2b3c4] x\n 1 file changed, 2 insertions(+)'),
    ],
    ['y.ts changed 1'],
  ],
  [
    'a new file that somebody else committed first',
    [made, edit('/w/new.ts', 'x', 'y'), commit('git commit -am x')],
    ['new.ts created 1,2'],
  ],
  [
    'a count of changed files that is of no commit',
    [
      run('cp x.ts y.ts'),
      run('git add y.ts && git diff --stat && git commit -qm x', 0, ' 1 file changed, 2 insertions(+)'),
    ],
    ['y.ts created 1'],
  ],
  [
    'a file that was there, as the status says',
    [run('cp x.ts y.ts'), run('git status --short', 0, ' M y.ts')],
    ['y.ts changed 1'],
  ],
  ['a folder that is not known', [run('t=$(mktemp -d) && cd "$t" && touch a.ts && rm b.ts')], []],
  [
    'what the shell could not open',
    [run('cat a | sed s/a/b/ > b.txt && echo ok', 1, '/bin/bash: line 1: : No such file or directory')],
    [],
  ],
  [
    'a call that was not made',
    [
      {
        ...run('rm a.ts'),
        outcome: { failed: true, exit: null, output: '<tool_use_error>Sibling tool call errored</tool_use_error>' },
      },
    ],
    [],
  ],
  ['what a condition may leave out', [run('if [ -f a ]; then rm a; fi; touch b')], ['b created 1']],
  ['what may not have run', [run('make || rm a.txt')], []],
  ['what a test lets run', [run('[ -f a.txt ] && rm a.txt; ls')], []],
  [
    'a folder that is gone to',
    [run('cd src && rm a.ts && cd .. && touch b.ts')],
    ['b.ts created 1', 'src/a.ts deleted 1'],
  ],
  ['a folder in parentheses', [run('(cd src && touch a.ts); touch b.ts')], ['b.ts created 1', 'src/a.ts created 1']],
  [
    'steps back and forth',
    [run('cd src/deep && touch ../a.ts ./b.ts')],
    ['src/a.ts created 1', 'src/deep/b.ts created 1'],
  ],
  ['a write that failed', [{ ...made, outcome: { failed: true, exit: null, output: 'no' } }], []],
  ['a call without a result', [{ ...run('rm src/a.ts'), outcome: null }], []],
  [
    'a call that was refused',
    [{ ...run('rm src/a.ts'), outcome: { failed: true, exit: null, output: '', said: 'No.' } }],
    [],
  ],
  [
    'a commit that a hook stopped',
    [changed, run('git commit -am x', 1, 'hook failed'), run('git checkout .')],
    ['src/a.ts reverted 1,3'],
  ],
  ['a name with a space', [run('mv "old name.md" "new name.md"')], ['new name.md moved from old name.md 1']],
  ['output into nothing', [run('make > /dev/null 2>&1 && echo ok > /dev/stderr')], []],
  ['a log in the temporary folder', [run('npm test > /tmp/out.log')], []],
])('%s', (_, calls, expected) => {
  expect(states(...calls)).toEqual(expected)
})

it('takes paths in the folder that the client noted, and else in that of the session', () => {
  expect(states(run('cd src'), { ...run('rm a.ts'), folder: '/w/src' }, run('rm b.ts'))).toEqual([
    'b.ts deleted 3',
    'src/a.ts deleted 2',
  ])
})

it('takes a subagent for who changed a file last', () => {
  const { files } = factsOf(roundsOf([{ ...changed, agent: 'sub-1' }]))
  expect(files).toMatchObject([{ path: A, state: 'changed', agent: 'sub-1' }])
})

it('knows the names that changes added and took out', () => {
  const { files } = factsOf(
    roundsOf([
      edit(A, 'export function readCart() {\n  return 1\n}', 'export function loadCart() {\n  return 1\n}'),
      edit(A, 'const LIMIT = 3', 'const LIMIT = 5'),
    ]),
  )
  expect(files[0]).toMatchObject({ symbols: ['LIMIT', 'loadCart'], removed: ['readCart'] })
})

it('says of tests only that they ran after the change, and only where they are of the file', () => {
  const tested = (...calls: readonly Did[]) => factsOf(roundsOf(calls)).files.map((file) => file.tested)
  expect(tested(changed, run('npx vitest run'))).toMatchObject([
    { outcome: 'passed', command: 'npx vitest run', round: 1 },
  ])
  expect(tested(run('npx vitest run'), changed)).toEqual([null])
  expect(tested(changed, run('pytest'))).toEqual([null])
  expect(tested(changed, run('npm test | tail -1', 0, 'see the log'))).toEqual([null])
  expect(tested(edit('/w/api/a.ts', '1', '2'), run('cd web && npm test'))).toEqual([null])
  expect(tested(edit('/w/README.md', '1', '2'), run('npm test'))).toEqual([null])
})

it('a name that a later change took out again is not told of a file', () => {
  const named = (...calls: readonly Did[]) => factsOf(roundsOf(calls)).files[0]?.symbols
  const told = '## Setup\n\nOnly runs when `CLOUD_REMOTE=true`.\n'
  const added = edit('/w/GUIDE.md', '## Setup\n', told)
  expect(named(added)).toContain('CLOUD_REMOTE')
  expect(named(added, edit('/w/GUIDE.md', `${told}\n## Tests`, '## Tests'))).not.toContain('CLOUD_REMOTE')
})
