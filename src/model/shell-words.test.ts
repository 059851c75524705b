import { expect, it } from 'vitest'
import { briefCommand, simpleCommands } from './shell-words.ts'

it.each([
  ['npm test', 'npm test'],
  ['cat > a.md <<EOF\none\ntwo\nthree\nEOF\nnpm test', 'cat > a.md <<EOF\none\nEOF\nnpm test'],
  ["cat <<'A' > a; cat <<'B' > b\none\nA\ntwo\nB\nnpm test", "cat <<'A' > a; cat <<'B' > b\none\nA\ntwo\nB\nnpm test"],
  ['cat <<EOF\none\ntwo', 'cat <<EOF\none'],
  [`npm test && echo ${'long '.repeat(20)}`, 'npm test; …'],
  ['x'.repeat(80), 'x'.repeat(60)],
])('%j in brief is %j', (line, brief) => {
  expect(briefCommand(line, 60)).toBe(brief)
})

it.each(['cat <<<abc', 'grep "<<<<<<< HEAD" a.ts', 'echo $((1<<20))'])('%j begins no here-document', (line) => {
  expect(simpleCommands(`${line}\nnpm test`).at(-1)!.words).toEqual(['npm', 'test'])
})

it('reads a here-document of blank lines once', () => {
  const line = `cat <<EOF\n${'\n'.repeat(19_000)}`
  const begun = performance.now()
  expect(briefCommand(line, 60)).toBe('cat <<EOF\n')
  expect(simpleCommands(line)).toEqual([{ words: ['cat'], into: [] }])
  expect(performance.now() - begun).toBeLessThan(1000)
})

it('tells how commands are joined', () => {
  const joints = simpleCommands('a && b ||\n c | d; e & f').map(({ words, joint }) => [words[0], joint])
  expect(joints).toEqual([
    ['a', undefined],
    ['b', '&&'],
    ['c', '||'],
    ['d', '|'],
    ['e', undefined],
    ['f', undefined],
  ])
})

it('leaves comments out', () => {
  const words = simpleCommands("# it doesn't build\nmake a#b '#c' # why not\ngit push").map((one) => one.words)
  expect(words).toEqual([
    ['make', 'a#b', '#c'],
    ['git', 'push'],
  ])
})
