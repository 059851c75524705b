import { expect, it } from 'vitest'
import { cutNotice, isNotice, omittedNotice, repeatNotice, summedUpNotice, supersededNotice } from './notices.ts'

/** As much of a text's end as an outline keeps. */
const KEPT = 160

it('a notice is known by its end, however long the path in it is', () => {
  const where = { block: '5e55c003-0000-4000-8000-000000000003~1:123:4567', line: 12_345, file: `/${'x'.repeat(4000)}` }
  const notices = [
    cutNotice(100_000, 500, where),
    repeatNotice(100_000, 7, where),
    supersededNotice(100_000, 7, where),
    summedUpNotice('In short.', 100_000, where),
    omittedNotice('tool_result', 100_000, where),
    omittedNotice('image', 0, where),
  ]
  for (const notice of notices)
    expect([notice.slice(-KEPT), isNotice(notice.slice(-KEPT))]).toEqual([notice.slice(-KEPT), true])
  for (const text of ['', 'cut by stet', 'run stet inject 47]', 'x; stet inject 1:2:3] and more'])
    expect([text, isNotice(text)]).toEqual([text, false])
})
