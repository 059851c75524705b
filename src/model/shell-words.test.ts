import { expect, it } from 'vitest'
import { briefCommand } from './shell-words.ts'

it.each([
  ['npm test', 'npm test'],
  ['cat > a.md <<EOF\none\ntwo\nthree\nEOF\nnpm test', 'cat > a.md <<EOF\none\nEOF\nnpm test'],
  ["cat <<'A' > a; cat <<'B' > b\none\nA\ntwo\nB\nnpm test", "cat <<'A' > a; cat <<'B' > b\none\nA\ntwo\nB\nnpm test"],
  ['cat <<EOF\none\ntwo', 'cat <<EOF\none'],
  [`npm test && echo ${'long '.repeat(20)}`, 'npm test'],
  ['x'.repeat(80), 'x'.repeat(60)],
])('%j in brief is %j', (line, brief) => {
  expect(briefCommand(line, 60)).toBe(brief)
})
