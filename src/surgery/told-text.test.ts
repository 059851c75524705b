import { expect, it } from 'vitest'
import { toldAnswer, toldRequest } from './told-text.ts'

it.each([
  ['Perfect! All clean. The lock is kept until the writer is done.', 'The lock is kept until the writer is done.'],
  ["Done.\n\nHere's a summary of the changes:\n\n1. **Lock** kept in `lock.ts`", 'Lock kept in `lock.ts`'],
  ['Yes. The lock is kept until the writer is done.', 'Yes. The lock is kept until the writer is done.'],
  ['Merged #12. Nothing else is open on this branch.', 'Merged #12. Nothing else is open on this branch.'],
  ['The feedback is valid. It would hang there.', 'The feedback is valid. It would hang there.'],
  ['Done.', 'Done.'],
  ['All good. Now let me run the integration tests.', 'All good. Now let me run the integration tests.'],
  [
    'The layout is now:\n```text\na/b\n```\nand so on, and so on',
    'The layout is now: ```text a/b ``` and so on, and so on',
  ],
  [
    '## Summary\nReviewed [PR #7](https://example.org/7), which keeps the lock.',
    'Reviewed PR #7, which keeps the lock.',
  ],
  ['## Two ways to lock\nBy file, or by table of the store.', 'Two ways to lock — By file, or by table of the store.'],
  [
    '完了しました。\n\nロックは書き込みが終わるまで保持されます。',
    '完了しました。 ロックは書き込みが終わるまで保持されます。',
  ],
])('of the answer %j it tells %j', (answer, told) => {
  expect(toldAnswer(answer)).toBe(told)
})

it('tells a request from its beginning', () => {
  expect(toldRequest('Done? Then:\n\n# Plan\n## Keep the **lock**\nas in [a](b)')).toBe(
    'Done? Then: Keep the lock — as in a',
  )
})
