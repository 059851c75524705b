import { describe, expect, it } from 'vitest'
import { ownName } from '../../viewer/src/lib/names.ts'
import { nextOf } from '../../viewer/src/lib/next-sessions.ts'
import { sessionTest, toggled } from '../../viewer/src/lib/session-filter.ts'
import type { Session } from '../../viewer/src/lib/types.ts'

const NOW = new Date(2026, 10, 19, 12) // a Thursday

function session(given: Partial<Session> & { readonly session: string }): Session {
  const ended = given.ended ?? NOW.toISOString()
  return {
    title: given.session,
    client: 'claude-code',
    cwd: '/home/ann/shop',
    model: null,
    agent: null,
    engagements: [],
    percent: 10,
    spawned_by: null,
    children: [],
    live: false,
    started: ended,
    ...given,
    ended,
  } as unknown as Session
}

const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()

describe('a filter of sessions', () => {
  const all = [
    session({ session: 'now' }),
    session({ session: 'yesterday', ended: daysAgo(1), client: 'codex', percent: 80 }),
    session({ session: 'monday', ended: daysAgo(3), cwd: '/home/ann/tax' }),
    session({ session: 'last friday', ended: daysAgo(6), live: true }),
    session({ session: 'last month', ended: daysAgo(33) }),
    session({ session: 'agent', ended: daysAgo(1), spawned_by: { session: 'yesterday' } as Session['spawned_by'] }),
  ]
  it.each([
    ['', ['now', 'yesterday', 'monday', 'last friday', 'last month']],
    ['yesterday', ['yesterday']],
    ['last week', ['last friday']],
    ['7d', ['now', 'yesterday', 'monday', 'last friday']],
    ['after:7d', ['now', 'yesterday', 'monday', 'last friday']],
    ['after:2026-11-18', ['now', 'yesterday']],
    ['nov 16', ['monday']],
    ['client:codex', ['yesterday']],
    ['full:75', ['yesterday']],
    ['project:tax', ['monday']],
    ['is:live', ['last friday']],
    ['after:7d codex', ['yesterday']],
    ['agent', ['agent']],
    ['color:red', []],
  ])('%j', (filter, names) => {
    expect(all.filter(sessionTest(filter, NOW)).map((one) => one.session)).toEqual(names)
  })

  it('is changed by a chip, which leaves the other words', () => {
    expect(toggled('tax after:7d', 'after:today')).toBe('tax after:today')
    expect(toggled('tax after:today', 'after:today')).toBe('tax')
  })
})

describe('what is next', () => {
  it('is what runs, then what is full and was left lately; subagents hide nobody, a cut does', () => {
    const all = [
      session({ session: 'old and full', ended: daysAgo(150), percent: 99 }),
      session({ session: 'full', ended: daysAgo(2), percent: 70 }),
      session({ session: 'cut', ended: daysAgo(1), percent: 95, children: ['trimmed'] }),
      session({ session: 'trimmed', percent: 40 }),
      session({ session: 'live and full', live: true, percent: 78, children: ['helper'] }),
      session({ session: 'helper', spawned_by: { session: 'live and full' } as Session['spawned_by'] }),
      session({ session: 'open in a client', live: true, percent: 3 }),
    ]
    const byId = new Map(all.map((one) => [one.session, one]))
    expect(nextOf(all, byId, NOW).map((one) => one.session)).toEqual(['live and full', 'open in a client', 'full'])
  })
})

describe('a title', () => {
  it.each([
    ['Implement the following plan: # Plan: Say why ## Goal Replace the words', 'Plan: Say why'],
    ['## User Input ```text Create principles', 'Create principles'],
    ['https://github.com/ann/shop/issues/7340', 'shop/issues/7340'],
    ['➜ shop git:(main) ✗ git push origin main', 'git push origin main'],
    [
      'one two three four five six seven eight nine ten eleven twelve thirteen',
      'one two three four five six seven eight nine ten eleven…',
    ],
    ['Plan #7 of #8', 'Plan #7 of #8'],
    ['https://example.com/', 'https://example.com/'],
  ])('%j is listed as %j', (title, name) => {
    expect(ownName(session({ session: 'a', title }))).toBe(name)
  })
})
