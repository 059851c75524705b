import { expect, it } from 'vitest'
import { fileVersions } from '../../src/brief/facts/versions.ts'
import type { BriefRound, RoundEvent } from '../../src/brief/round.ts'
import { TOOLS as CLAUDE } from '../../src/clients/claude-code/tools.ts'
import { TOOLS as CODEX } from '../../src/clients/codex/tools.ts'
import type { ToolAct } from '../../src/model/tool-act.ts'

const did = (act: ToolAct, output = '', call?: string, failed = false): RoundEvent => ({
  kind: 'did',
  act,
  outcome: { failed, exit: null, output },
  ...(call !== undefined && { call }),
})
const claude = (name: string, input: object, output = 'ok', call?: string) => did(CLAUDE.act(name, input), output, call)
const bash = (command: string, failed = false) => did(CLAUDE.act('Bash', { command }), '', undefined, failed)
const patch = (...lines: readonly string[]) =>
  did(CODEX.act('apply_patch', { input: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') }))
const rounds = (...all: readonly (readonly RoundEvent[])[]): readonly BriefRound[] =>
  all.map((events, at) => ({ round: at + 1, at: null, events }))
const contents = (made: readonly BriefRound[], path: string, how?: Parameters<typeof fileVersions>[1]) =>
  fileVersions(made, how)
    .find((file) => file.path === path)
    ?.versions.map(({ content }) => content)

const edit = (before: string, after: string, call?: string) =>
  claude('Edit', { file_path: '/w/a.ts', old_string: before, new_string: after }, 'ok', call)

it('replays edits on what the client noted of the file, which counts more than what was known', () => {
  const made = rounds([edit('one', 'two', 'c1')], [edit('two', 'three', 'c2')])
  const noted = new Map([
    ['c1', { call: 'c1', before: 'one\n' }],
    ['c2', { call: 'c2', before: 'two, formatted\n' }],
  ])
  expect(contents(made, '/w/a.ts', { noted })).toEqual(['two\n', 'three, formatted\n'])
  expect(contents(made, '/w/a.ts')).toEqual([null, null])
})

it('knows the content of files from earlier rounds', () => {
  const made = rounds([claude('Write', { file_path: '/w/a.ts', content: 'one\n' })], [edit('one', 'two')])
  expect(fileVersions(made, { from: 2 })).toEqual([
    {
      path: '/w/a.ts',
      versions: [{ version: 1, round: 2, content: 'two\n', changes: [{ before: 'one', after: 'two' }] }],
    },
  ])
})

it('takes some lines of a file for no whole one', () => {
  const read = (more: object) => claude('Read', { file_path: '/w/a.ts', ...more }, '     1→one\n     2→end')
  expect(contents(rounds([read({}), edit('one', 'two')]), '/w/a.ts')).toEqual(['two\nend'])
  expect(contents(rounds([read({ limit: 2 }), edit('one', 'two')]), '/w/a.ts')).toEqual([null])
})

it('has one version for a call that changes a file in several places, and none for a call that failed or never ended', () => {
  const several = claude('MultiEdit', {
    file_path: '/w/a.ts',
    edits: [
      { old_string: 'one', new_string: 'two' },
      { old_string: 'two', new_string: 'three', replace_all: true },
    ],
  })
  const write = claude('Write', { file_path: '/w/a.ts', content: 'one, two\n' })
  const refused = did(CLAUDE.act('Write', { file_path: '/w/b.ts', content: 'b' }), '', undefined, true)
  const broken: RoundEvent = {
    kind: 'did',
    act: CLAUDE.act('Write', { file_path: '/w/c.ts', content: 'c' }),
    outcome: null,
  }
  const made = rounds([write, several, refused, broken])
  expect(fileVersions(made).map(({ path }) => path)).toEqual(['/w/a.ts'])
  expect(contents(made, '/w/a.ts')).toEqual(['one, two\n', 'three, three\n'])
})

it('replays patches of Codex line by line: each place after the one before, below its heading, however it is indented', () => {
  const made = rounds(
    [patch('*** Add File: a.py', '+def one():', '+    return 1', '+', '+def two():', '+    return 1')],
    [patch('*** Update File: a.py', '@@ def two():', '-    return 1', '+    return 2')],
    [
      patch(
        '*** Update File: a.py',
        '@@',
        ' def one():',
        '-  return 1',
        '+    return 3',
        '@@',
        '-    return 2',
        '+    return 4',
      ),
    ],
    [patch('*** Update File: a.py', '*** Move to: b.py', '@@', '+# end')],
    [patch('*** Update File: b.py', '@@', '-nowhere', '+x')],
  )
  const [one, two] = ['def one():\n    return 1\n\n', 'def two():\n    return ']
  expect(contents(made, 'a.py')).toEqual([`${one}${two}1\n`, `${one}${two}2\n`, `${one.replace('1', '3')}${two}4\n`])
  expect(contents(made, 'b.py')).toEqual([`${one.replace('1', '3')}${two}4\n# end\n`, null])
})

it('keeps texts that a command line carries along, and knows of other commands only that they wrote', () => {
  const made = rounds(
    [bash("cd /w && cat > a.txt <<'EOF'\none $HOME\nEOF"), bash('cat >> a.txt <<EOF\ntwo\nEOF')],
    [bash('mv a.txt b.txt'), bash("sed -i 's/one/1/' b.txt"), bash('cat > c.txt <<EOF\n$HOME\nEOF')],
  )
  expect(contents(made, '/w/a.txt', { cwd: '/w' })).toEqual(['one $HOME\n', 'one $HOME\ntwo\n'])
  expect(contents(made, '/w/b.txt', { cwd: '/w' })).toEqual(['one $HOME\ntwo\n', null])
  expect(contents(made, '/w/c.txt', { cwd: '/w' })).toEqual([null])
})

it.each(['rm a.ts', 'git checkout -- a.ts', 'git reset --hard'])('does not go on from what %s took away', (command) => {
  const look = claude('Read', { file_path: '/w/a.ts' }, '     1→zero')
  const write = claude('Write', { file_path: '/w/a.ts', content: 'one\n' })
  const made = rounds([look, write, bash(command), edit('one', 'two')])
  expect(contents(made, '/w/a.ts', { cwd: '/w' })?.at(-1)).toBeNull()
})

it('goes on from a new file that git does not know, and from what git put back', () => {
  const write = claude('Write', { file_path: '/w/a.ts', content: 'one\n' })
  const made = rounds([write, bash('git reset --hard'), edit('one', 'two')])
  expect(contents(made, '/w/a.ts', { cwd: '/w' })).toEqual(['one\n', 'two\n'])
  const look = claude('Read', { file_path: '/w/a.ts' }, '     1→zero')
  const back = rounds([look, write, bash('git checkout -- a.ts'), edit('zero', 'two')])
  expect(contents(back, '/w/a.ts', { cwd: '/w' })?.at(-1)).toBe('two')
})

it('guesses nothing where an edit fits in more than one place', () => {
  const write = claude('Write', { file_path: '/w/a.ts', content: 'one\none\n' })
  expect(contents(rounds([write, edit('one', 'two')]), '/w/a.ts')).toEqual(['one\none\n', null])
})
