import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Box, buildBundle, LONG, openBox } from './box.ts'

/** A session that has something before its first message. */
const BEFORE = '5e55d004-0000-4000-8000-000000000004'
const FIRST = JSON.stringify({
  type: 'attachment',
  uuid: '11111111-0000-4000-8000-000000000001',
  parentUuid: null,
  sessionId: BEFORE,
  timestamp: '2025-03-19T09:00:00.000Z',
  attachment: { type: 'hook_success', hookName: 'SessionStart', content: 'before anything was said' },
})

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox({ sessions: false })
  const lines = readFileSync(join(import.meta.dirname, 'long.jsonl'), 'utf8')
  const project = 'home/.claude/projects/-project'
  box.put(`${project}/${LONG}.jsonl`, lines)
  box.put(`${project}/${BEFORE}.jsonl`, `${FIRST}\n${lines.replaceAll(LONG, BEFORE)}`)
  box.stet('inscribe', '--all')
})
afterAll(() => box.remove())

const noRound = (round: string) =>
  `There is no round ${round}; the session has rounds 1 to 2.\n→ Run \`stet rounds ${LONG}\` to see them.\n`
const notARange = (text: string) =>
  `${JSON.stringify(text)} is not a range of rounds.\n→ Write a round as 47, several as 3-9,12, every round as all.\n`

/** Every command that takes a range, `@`; the session has rounds 1 and 2. */
describe.each([
  ['show', [LONG, '@']],
  ['inject', [`${LONG}:@`]],
  ['inject --session', ['@', '--session', LONG]],
  ['drop', [LONG, '@', '--dry-run']],
  ['tag', [LONG, '@', 'work', '--dry-run']],
  ['untag', [LONG, '@', '--dry-run']],
  ['split --to', [LONG, '--to', 'work=@', '--dry-run']],
  ['split with a map', [LONG, 'map.json', '--dry-run']],
  ['split --shared', [LONG, '--to', 'work=2', '--shared', '@', '--dry-run']],
  ['compress --turns', [LONG, '--turns', '@', '--dry-run']],
  ['probe --turns', [LONG, '--turns', '@']],
  ['trim --fidelity', [LONG, '--fidelity', 'full=@', '--dry-run']],
  ['revive --fidelity', [LONG, '--fidelity', 'thinking=ref,tool_result=head:500=@', '--dry-run']],
  ['export --fidelity', [LONG, '--to', 'claude-code', '--fidelity', 'navigate=@', '--dry-run']],
] as const)('a range that %s is given', (name, line) => {
  const given = (range: string) => {
    box.put('home/project/map.json', JSON.stringify({ engagements: { work: [range] } }))
    return box.stet(name.split(' ')[0]!, ...line.map((word) => word.replace('@', range)))
  }

  it('is checked as by any other command', () => {
    for (const [range, said, status] of [
      ['1-99', noRound('99'), 1],
      ['99999999999', noRound('99999999999'), 1],
      ['0-2', noRound('0'), 1],
      ['2-1', 'The range 2-1 runs backwards.\n→ Write 1-2.\n', 64],
      ['1,', notARange('1,'), 64],
      ['-1', notARange('-1'), 64],
      ...(name === 'split --shared' ? [] : [['one', notARange('one'), 64] as const]), // a word begins a name there
    ] as const)
      expect({ range, ...given(range) }).toEqual({ range, status, stdout: '', stderr: said })
    expect(given('').stderr).toMatch(/^"" is not a range of rounds|needs a value|^--to takes NAME=VALUE, not "work="/)
  }, 60_000)

  it('is taken however it is written', () => {
    const written = ['1-2', '02,1,1-2', 'all'].map((range) => {
      const { status, stdout, stderr } = given(range)
      return { status, stderr, lines: stdout.split('\n').length }
    })
    for (const other of written) expect(other).toEqual(written[0])
    if (!['split --shared', 'trim --fidelity', 'probe --turns'].includes(name)) expect(written[0]!.status).toBe(0)
  }, 60_000)
})

it.each([
  ['compress-before', ['round:99']],
  ['compress-before', ['round:0']],
  ['compress-before', ['round:99999999999']],
  ['revive', ['--before', 'round:99']],
  ['export', ['--to', 'claude-code', '--full-after', 'round:99']],
])('a round that is not there is no border for %s %j', (command, rest) => {
  const { status, stderr } = box.stet(command, LONG, ...rest, '--dry-run')
  expect(stderr).toBe(noRound(/\d+$/.exec(rest.at(-1)!)![0]))
  expect(status).toBe(1)
})

it('round 0 can be named where something is before the first message, to read it', () => {
  expect(box.stet('show', BEFORE, '0', '--raw').stdout).toBe(`${FIRST}\n`)
  expect(box.stet('show', BEFORE, '0-1').status).toBe(0)
  expect(box.stet('inject', `${BEFORE}:0`).status).toBe(0)
  for (const line of [
    ['drop', BEFORE, '0'],
    ['tag', BEFORE, '0-1', 'work'],
  ])
    expect(box.stet(...line).stderr).toContain('There is no round 0;')
})
