import { expect, it } from 'vitest'
import { simpleCommands } from '../model/shell-words.ts'
import { runMark } from './run-mark.ts'

it.each([
  ['npm test', false, ' Tests  12 passed (12)', ' ✓'],
  ['npm test', false, ' Tests  1 failed | 11 passed (12)', ' ✗'],
  ['npm test', true, '', ' ✗'],
  ['npm test', false, 'done', ''],
  ['go test ./... 2>&1 | tail -3', false, 'ok  \tone\t0.1s\nFAIL\ttwo\t0.2s\nFAIL', ' ✗'],
  ['go test ./... | head -3', false, 'ok  \tone\t0.1s', ''],
  ['bun run lint 2>&1 | tail -2', false, 'error: script "lint" exited with code 1', ' ✗'],
  ['npm run build', false, 'built in 2 s', ''],
  ['npm run build', true, '', ' ✗'],
  ['npm run build 2>&1 | tail -5; echo done', true, '', ' ✗'],
  ['npm run build && grep -r old dist', true, '', ''],
  ['npm test 2>&1 | grep FAIL', true, '', ''],
])('%s, failed: %s, with the output %j, has the mark %j', (line, failed, output, mark) => {
  const [command, ...after] = simpleCommands(line)
  expect(runMark(command!, { line, outcome: { failed, output } }, { isAlone: true, after })).toBe(mark)
})

it('says nothing of one of several commands whose line failed, nor of what did not end', () => {
  const line = 'npm run lint && npm test'
  for (const command of simpleCommands(line)) {
    expect(
      runMark(command, { line, outcome: { failed: true, output: '3 passed' } }, { isAlone: false, after: [] }),
    ).toBe('')
    expect(runMark(command, { line }, { isAlone: true, after: [] })).toBe('')
  }
})
