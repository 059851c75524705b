import { expect, it } from 'vitest'
import { holdsNotice, isNotice } from '../model/notice-forms.ts'
import {
  cutNotice,
  omittedNotice,
  repeatNotice,
  stringNotices,
  summedUpNotice,
  supersededNotice,
  thinkingReference,
  toolResultSummary,
  toolUseSummary,
  withLine,
} from './notices.ts'

const session = '5e55c003-0000-4000-8000-000000000003~1'
const round = `${session}:123`
const where = { session, round, block: `${round}:4567`, line: 12_345, file: `/${'x'.repeat(4000)}` }
const call = { name: 'Bash', begins: 'ls -la [a]', description: '' }
const result = { chars: 5000, begins: 'one [1]\ntwo', ms: 12 }

it('a notice is known by its form, however long the path in it is', () => {
  const head = 'a line\n'.repeat(100).slice(0, 500)
  const notices = [
    head + cutNotice(100_000, 500, where),
    head.slice(0, 499) + cutNotice(100_000, 500, where), // half a character is not kept
    cutNotice(100_000, 0, where),
    cutNotice(100_000, 0, where).trimStart(),
    repeatNotice(100_000, 7, where),
    supersededNotice(100_000, 7, where),
    summedUpNotice('In short.', 100_000, where),
    omittedNotice('tool_result', 100_000, where),
    omittedNotice('image', 0, where),
    `${omittedNotice('tool_use', 9, where)} ${omittedNotice('tool_result', 3000, where)}`,
    // as older versions wrote them
    '[cut by stet: 5000 characters, the same again in round 007; stet inject s:1:2]',
    '[cut by stet: 5000 characters, superseded in round s:7; stet inject s:1:2]',
    'In short.\n[cut by stet: 5000 characters summed up; stet inject s:1:2]',
    '[tool_use · 9 chars — cut by stet; stet inject s:1:2] [tool_result · 3000 chars — cut by stet; stet inject s:1:3]',
    '[image — cut by stet; stet inject s:1:2]',
    '[thinking · 18 chars — inject(1, thinking)]',
    thinkingReference(18, round),
    toolUseSummary(call, round),
    `${toolUseSummary(call, round)} ${toolResultSummary(result, round)}`,
    withLine(thinkingReference(18, round), where),
    withLine(toolUseSummary(call, round), { ...where, file: null }),
    `${withLine(toolUseSummary(call, round), where)} ${withLine(toolResultSummary(result, round), where)}`,
  ]
  for (const notice of notices) expect([notice, isNotice(notice)]).toEqual([notice, true])
})

it('a call is told by its description or what it is about, a result by its first line', () => {
  expect(toolUseSummary(call, 's:1')).toBe('[tool_use: Bash ls -la [a] — inject(s:1, tool_use)]')
  expect(toolUseSummary({ ...call, description: 'Lists\nfiles' }, 's:1')).toBe(
    '[tool_use: Bash Lists files — inject(s:1, tool_use)]',
  )
  expect(toolResultSummary(result, 's:1')).toBe(
    '[tool_result · 1667 tokens · 12 ms · "one [1]" — inject(s:1, tool_result)]',
  )
  expect(toolResultSummary({ ...result, begins: '😀'.repeat(90), ms: undefined }, 's:1')).toContain(
    `"${'😀'.repeat(80)}"`,
  )
  expect(toolResultSummary({ chars: 0, begins: '\n ', ms: undefined }, 's:1')).toBe(
    '[tool_result · 0 tokens — inject(s:1, tool_result)]',
  )
})

it('names two ways to the whole, one of which needs no Stet', () => {
  const at = { session: 's', round: 's:1', block: 's:1:2', line: 12, file: '/a folder/s.jsonl' }
  const notices = [
    cutNotice(5000, 500, at),
    repeatNotice(5000, 7, at),
    supersededNotice(5000, 7, at),
    summedUpNotice('In short.', 5000, at),
    omittedNotice('tool_result', 5000, at),
  ]
  for (const notice of notices)
    expect(notice.endsWith('in line 12 of /a folder/s.jsonl; stet inject s:1:2]'), notice).toBe(true)
  expect(withLine(thinkingReference(18, 's:1'), at)).toBe(
    '[thinking · 18 chars — inject(s:1, thinking)] [in line 12 of /a folder/s.jsonl]',
  )
  const short = omittedNotice('tool_result', 5000, { ...at, file: null })
  expect(short).toBe('[tool_result · 5000 chars — cut by stet; in line 12; stet inject s:1:2]')
  expect(isNotice(short)).toBe(true)
})

it('what only looks like a notice at its end, or says something else after it, is none', () => {
  const long = 'x'.repeat(6000)
  const texts = [
    '',
    'cut by stet',
    'run stet inject 47]',
    'x; stet inject 1:2:3] and more',
    `${long}; stet inject s:1:2]`,
    long + cutNotice(100_000, 500, where),
    `${long}\n${repeatNotice(100_000, 7, where)}`,
    `${long}\n${omittedNotice('tool_result', 3000, where)}`,
    summedUpNotice(long, 5000, where),
  ]
  for (const text of texts) expect([text, isNotice(text)]).toEqual([text, false])
})

it('a text made of notices is told apart at once', () => {
  const before = process.cpuUsage()
  for (const reference of [
    '[tool_use: x — inject(s:1, tool_use)] ',
    '[tool_use: x — inject(s:1, tool_use)] [in line 1 of /f] ',
  ])
    expect(isNotice(`${reference.repeat(200)}x]`)).toBe(false)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(200)
})

it('a notice is found in content that has several parts', () => {
  expect(holdsNotice(['head', cutNotice(100_000, 500, where).trimStart()])).toBe(true)
  expect(holdsNotice(['head', omittedNotice('image', 0, where), 'more'])).toBe(true)
  expect(
    holdsNotice(['head', `see …[cut by stet: 7 characters, 1 kept; whole in line 1 of /f; stet inject s:1:2]`]),
  ).toBe(false)
})

it('only strings that get shorter are cut, each with its own length', () => {
  const near = { session: 's', round: 's:1', block: 's:1:1', line: 1, file: '/f' }
  const notices = stringNotices([90, 300, 6000], 10, near)
  expect([...notices.keys()]).toEqual([300, 6000])
  expect(notices.get(6000)).toContain('6000 characters, 10 kept')
  expect(cutNotice(0, 0, { session: '', round: ':0', block: ':0:0', line: 0, file: '' }).length).toBeGreaterThan(64)
})
