import { describe, expect, it } from 'vitest'
import { advise, insteadOfTrim, type Situation } from '../../src/pressure/advise.ts'
import type { Fact } from '../../src/pressure/fact.ts'
import { fillOf } from '../../src/pressure/fill.ts'
import { fillLevel } from '../../src/pressure/fill-level.ts'
import { leftOut } from '../../src/pressure/left-out.ts'
import { levelOf } from '../../src/pressure/level-of.ts'
import { LIMITS } from '../../src/pressure/limits.ts'
import { remind } from '../../src/pressure/reminder.ts'
import type { SeenCall, SeenRound } from '../../src/pressure/seen-round.ts'
import { signal } from '../../src/pressure/signals/signal.ts'
import { messageBand, signalsOf } from '../../src/pressure/signals-of.ts'

const ROOM = { tokens: 1, window: 100, percent: 1, from: 'usage' } as const
const round = (number: number, more: Partial<SeenRound> = {}): SeenRound => ({
  round: number,
  asked: 'go on',
  said: [],
  calls: [],
  ...more,
})
const rounds = (count: number, of: (number: number) => Partial<SeenRound> = () => ({})) =>
  Array.from({ length: count }, (_, at) => round(at + 1, of(at + 1)))
const reads = (path: string, output: string): SeenCall => ({
  act: { role: 'read', files: [{ path, change: null }], command: null },
  outcome: { failed: false, exit: null, output },
})
const writes = (path: string): SeenCall => ({
  act: { role: 'write', files: [{ path, change: 'modify' }], command: null },
  outcome: { failed: false, exit: null, output: 'ok' },
})
const named = (seen: readonly SeenRound[], name: string) =>
  signalsOf(ROOM, seen, LIMITS).find((signal) => signal.name === name)

describe('levels', () => {
  it.each([
    [59.9, 'ok'],
    [60, 'warn'],
    [74.9, 'warn'],
    [75, 'recommend'],
    [85, 'urgent'],
    [94.9, 'urgent'],
    [95, 'force'],
  ] as const)('%s %% is %s', (percent, level) => expect(fillLevel(percent, LIMITS)).toBe(level))

  it.each([
    [29, 'none'],
    [30, 'optional'],
    [49, 'optional'],
    [50, 'trigger'],
    [69, 'trigger'],
    [70, 'force'],
  ] as const)('%s messages are %s', (messages, band) => expect(messageBand(messages, LIMITS.messages)).toBe(band))
})

describe('how full it is', () => {
  const bridge = { tokens: 30, window: 100, percent: 30, at: 1_000_000 }
  const sources = { bridge, usage: 80, estimate: 10, window: 200 }
  it('is what the status line said in the last minute', () =>
    expect(fillOf({ ...sources, now: 1_060_000 })).toMatchObject({ percent: 30, from: 'status-line' }))
  it('repeats the last reminder while nothing was written since', () => {
    const later = { ...sources, now: 9_000_000 }
    expect(fillOf({ ...later, changed: 1_000_000 })).toMatchObject({ percent: 30, from: 'status-line' })
    expect(fillOf({ ...later, changed: 1_000_001 })).toMatchObject({ percent: 40, from: 'usage' })
  })
  it('in tokens too where it told a percentage alone', () =>
    expect(fillOf({ ...sources, bridge: { ...bridge, tokens: 0 }, now: 1_000_000 })).toMatchObject({ tokens: 30 }))
  it('else what the last reply says', () =>
    expect(fillOf({ ...sources, now: 1_060_001 })).toMatchObject({ percent: 40, from: 'usage' }))
  it('else an estimate', () =>
    expect(fillOf({ ...sources, usage: 0, now: 2_000_000 })).toMatchObject({ percent: 5, from: 'estimate' }))
})

describe('reminders', () => {
  const how = { limits: LIMITS, now: 100_000, intervalMs: 60_000, nameOf: (skill: string) => `/stet:${skill}` }
  it.each([
    [59.9, undefined],
    [
      62,
      '<system-reminder>Context at 62%. Consider /trim if response quality feels degraded. Here it is /stet:trim.</system-reminder>',
    ],
    [
      76,
      "<system-reminder>Context at 76%. Recommend /trim soon, or /rollover if trim isn't helping. Here they are /stet:trim and /stet:rollover.</system-reminder>",
    ],
    [
      87.8,
      '<system-reminder>Context at 87%. Use /trim or /rollover now to avoid lossy auto-compaction at 95%. Here they are /stet:trim and /stet:rollover.</system-reminder>',
    ],
  ])('at %s %%: %s', (percent, text) => expect(remind(percent, undefined, how).text).toBe(text))

  it('asks once for a handoff while there is room for one, in a sentence of its own', () => {
    const handoffs = [62, 76, 88, 96].map((percent) => remind(percent, undefined, how).handoff)
    expect(handoffs).toEqual([undefined, expect.stringContaining('stet handoff'), undefined, undefined])
    expect(remind(78, { level: 'recommend', at: 0 }, how)).not.toHaveProperty('handoff')
  })

  it('speaks once in an interval, at once on a higher level, and forgets below the first', () => {
    const last = { level: 'warn', at: 50_000 } as const
    expect(remind(65, last, how)).toEqual({ reminded: last })
    expect(remind(65, { ...last, at: 40_000 }, how).text).toContain('65%')
    expect(remind(76, last, how).text).toContain('76%')
    expect(remind(62, { level: 'recommend', at: 99_000 }, how).text).toBeUndefined()
    expect(remind(30, last, how)).toEqual({ reminded: undefined })
  })
})

describe('signals', () => {
  const text = 'x'.repeat(300)
  const long = (words: number, seed: string) => Array.from({ length: words }, (_, at) => `${seed}${at}`).join(' ')

  it.each([
    [70, 59.9, 'recommend', 'messages'],
    [70, 60, 'force', undefined],
    [50, 10, 'recommend', 'messages'],
    [49, 10, 'notice', undefined],
  ])('%s messages in a window %s %% full are at level %s', (messages, percent, level, sign) => {
    const fill = { ...ROOM, percent }
    const found = signalsOf(fill, rounds(messages), LIMITS)
    const band = found.find(({ name }) => name === 'messages')
    const leveled = levelOf(found, percent, LIMITS)
    expect([leveled.level, leveled.sign?.name]).toEqual([level, sign])
    if (messages === 70) expect(band?.level).toBe('force')
  })

  it('another sign than the number of messages forces however much room there is', () => {
    const signs = [signal('messages', 'force', ''), signal('repetition', 'force', '')]
    expect(levelOf(signs, 5, LIMITS)).toEqual({ level: 'force', sign: signs[1] })
  })

  it('says nothing of a short, quiet session', () => expect(signalsOf(ROOM, rounds(5), LIMITS)).toEqual([]))

  it('re-reading: three reads of what has not changed are immediate', () => {
    const seen = rounds(4, () => ({ calls: [reads('a.ts', text)] }))
    expect(named(seen, 're-reading')).toMatchObject({ level: 'urgent', action: 'compress at once' })
    expect(named(seen, 're-reading')?.evidence).toContain('a.ts in round 4 as in 1')
    expect(
      named(
        rounds(4, (at) => ({ calls: [reads('a.ts', `${text}${at}`)] })),
        're-reading',
      ),
    ).toBeUndefined()
  })

  it('repetition: replies that say the same force a compression', () => {
    const seen = rounds(6, (at) => ({ said: [at < 5 ? long(40, `w${at}`) : long(40, 'same')] }))
    expect(named(seen, 'repetition')).toBeUndefined()
    const circle = rounds(6, (at) => ({ said: [at < 3 ? long(40, `w${at}`) : long(40, 'same')] }))
    expect(named(circle, 'repetition')).toMatchObject({ level: 'force' })
  })

  it('verbosity: replies twice as long are noise to trim', () => {
    const seen = rounds(12, (at) => ({ said: [long(at <= 6 ? 60 : 130, `r${at}-`)] }))
    expect(named(seen, 'verbosity')).toMatchObject({ level: 'warn', action: 'compress, and trim noise' })
    expect(
      named(
        rounds(12, (at) => ({ said: [long(100, `r${at}-`)] })),
        'verbosity',
      ),
    ).toBeUndefined()
  })

  it('drift: nothing left of the first request triggers', () => {
    const asked = 'Write the parser for invoices in parser/invoice and test rounding of totals'
    const seen = rounds(12, (at) => ({
      asked: at === 1 ? asked : 'again',
      said: [at > 6 ? 'Deploying the website' : 'ok'],
    }))
    expect(named(seen, 'drift')).toMatchObject({ level: 'recommend' })
    const onTask = rounds(12, (at) => ({ asked: at === 1 ? asked : 'again', calls: [writes('parser/invoice.ts')] }))
    expect(named(onTask, 'drift')).toBeUndefined()
  })

  it('messages and turns: bands and the warning of the fifteenth turn', () => {
    expect(named(rounds(30), 'messages')?.level).toBe('notice')
    expect(named(rounds(50), 'messages')?.level).toBe('recommend')
    expect(named(rounds(70), 'messages')?.level).toBe('force')
    expect(named(rounds(14), 'turns')).toBeUndefined()
    expect(named(rounds(15), 'turns')?.level).toBe('notice')
    expect(named([round(1, { calls: [writes('a'), writes('b')] })], 'turns')?.evidence).toBe('2 files written')
    expect(named([round(1, { calls: [writes('a'), writes('a'), writes('a')] })], 'turns')?.evidence).toContain(
      '3 times',
    )
  })
})

describe('advice', () => {
  const situation: Situation = {
    session: '40e785a0',
    percent: 78,
    level: 'recommend',
    sign: null,
    warn: 60,
    trimFrees: 2,
    trimAllFrees: null,
    isCut: false,
    border: { at: 'round:9', text: 'round 9', round: 9, frees: null },
    open: [],
    workstreams: [],
    siblings: [],
  }
  const work = (id: string, more: object = {}) => ({ id, range: '1-4', isClosed: false, isCurrent: true, ...more })
  const resting = { isCurrent: false }
  it.each<readonly [string, Partial<Situation>, string]>([
    ['there is room', { level: 'notice', percent: 20 }, 'stet rounds 40e785a0'],
    ['a trim is enough', { trimFrees: 40 }, 'stet trim 40e785a0 --keep-recent 3'],
    [
      'at the first threshold, a trim',
      { level: 'warn', percent: 62, trimFrees: 12 },
      'stet trim 40e785a0 --keep-recent 3',
    ],
    ['finished work accumulates', {}, 'stet compress-before 40e785a0 round:9'],
    [
      'one engagement is closed, another is live',
      { workstreams: [work('console-work', { ...resting, isClosed: true }), work('search')] },
      'stet compress-engagement 40e785a0 console-work',
    ],
    [
      'it serves two masters',
      { workstreams: [work('a-b'), work('c-d', { range: '5-9' })] },
      'stet split 40e785a0 --to a-b=1-4 --to c-d=5-9',
    ],
    [
      'one workstream needs its own agent',
      { workstreams: [work('a-b', resting), work('c-d')] },
      'stet extract-engagement 40e785a0 a-b',
    ],
    ['parallel sessions need synthesis', { siblings: ['5e55a001'] }, 'stet merge 40e785a0 5e55a001'],
    ['one long round fills it', { border: null, trimAllFrees: 60 }, 'stet trim 40e785a0'],
    ['nothing more to compress', { border: null, trimAllFrees: 4 }, 'stet rollover 40e785a0'],
  ])('%s', (_, more, command) => expect(advise({ ...situation, ...more }).command).toBe(command))

  it('says what is still open from before, as far as that is known', () => {
    const open = [
      { text: 'write the changelog', round: 3 },
      { text: 'rename it', round: 4 },
      { text: 'the next', round: 12 },
    ]
    expect(advise({ ...situation, open }).why).toContain(
      'still open from there: write the changelog (round 3) and 1 more',
    )
    expect(advise(situation).why).toContain('nobody wrote of anything open before round 9')
    expect(advise({ ...situation, open: null }).why).not.toContain('open')
  })

  it('where many messages are the sign, says so, how full it is, what the sign asks for and what that frees', () => {
    const sign = signal('messages', 'force', '82 messages')
    const room = { ...situation, percent: 32, sign, trimFrees: 2 }
    const border = { ...situation.border!, frees: 41.4 }
    expect(advise({ ...room, border }).why).toBe(
      'many messages, 32 % full (82 messages: compress), and nobody wrote of anything open before round 9; that frees about 41 % of it',
    )
    for (const little of [null, { ...border, frees: 9 }])
      expect(advise({ ...room, border: little })).toEqual({
        action: 'none',
        command: 'stet rounds 40e785a0',
        why: 'many messages, 32 % full (82 messages: compress); a trim would free little',
      })
  })

  it('offers the surgical session for the successor at the end', () =>
    expect(advise({ ...situation, border: null }).why).toContain('stet revive 40e785a0'))

  it('after a trim that frees little is what fits now, and a fresh session in any case', () => {
    const instead = (more: Partial<Situation>) =>
      insteadOfTrim({ ...situation, trimFrees: 4, ...more }).map(({ command }) => command)
    expect(instead({})).toEqual(['stet compress-before 40e785a0 round:9', 'stet rollover 40e785a0'])
    expect(instead({ percent: 20, level: 'ok' })).toEqual(['stet rollover 40e785a0'])
    expect(instead({ border: null })).toEqual(['stet rollover 40e785a0'])
  })
})

describe('facts that must survive', () => {
  const named = (text: string, ...expected: readonly string[]): Fact => ({
    kind: 'entry',
    key: text,
    text,
    round: 1,
    expected: expected.map((name) => [[name]]),
  })
  it('are missed in a summary that lacks a number, a name or a path of them, in whatever words or language it is', () => {
    const fact = named('The staging host of the importer is kepler-7.', 'kepler-7')
    expect(leftOut([fact], 'The staging host of the importer is oskar-3.')).toEqual([fact])
    expect(leftOut([fact], 'Der Staging-Server heißt KEPLER-7.')).toEqual([])
  })
  it('without a name are known by most of their words, a file by its name', () => {
    const file: Fact = { kind: 'file', key: 'src/login.ts', text: 'src/login.ts (changed)', round: 2 }
    const todo: Fact = { kind: 'todo', key: 'write the changelog', text: 'write the changelog', round: 3 }
    expect(leftOut([file, todo], 'We changed login.ts.')).toEqual([todo])
    expect(leftOut([file, todo], 'login.ts; the changelog is still to write')).toEqual([])
  })
  it('are ten at most; of what the user said not the shortest, which says nothing by itself', () => {
    const said = (text: string): Fact => ({ kind: 'said', key: text, text, round: 1 })
    const rule = said('Never touch the migrations folder!')
    expect(leftOut([said('yes, go on'), rule], 'We worked.')).toEqual([rule])
    const many = Array.from({ length: 30 }, (_, at) => named(`host-${at}`, `host-${at}`))
    expect(leftOut(many, '').map(({ text }) => text)).toEqual(many.slice(0, 10).map(({ text }) => text))
  })
})
