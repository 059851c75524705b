import { expect, it } from 'vitest'
import type { Brief } from '../../src/brief/brief.ts'
import type { Entry } from '../../src/brief/entries/entry.ts'
import { continuationPrompt } from '../../src/brief/render/continuation-prompt.ts'
import { handoff, sessionSummary } from '../../src/brief/render/session-summary.ts'
import { type Shown, shownOf } from '../../src/brief/render/shown.ts'
import { ABOUT, BRIEF, ENTRIES, UNWRITTEN } from './sample-brief.ts'

const WRITERS: readonly ((shown: Shown) => string)[] = [
  (shown) => continuationPrompt(shown, ABOUT),
  (shown) => handoff(shown, ABOUT),
  (shown) => sessionSummary(shown, ABOUT),
]
const SEEN = 800_000

/** A session of so many rounds in which much was said and much more was seen. */
function long(entries: (round: number) => readonly Entry[]): Brief {
  const rounds = Array.from({ length: 80 }, (_, at) => at + 1)
  const current = rounds.flatMap(entries)
  const said = (who: 'user' | 'agent', round: number, chars: number) => ({
    round,
    place: 0,
    who,
    text: `${who} in round ${round}. ${'Words and words. '.repeat(chars / 17)}`,
  })
  return {
    ...UNWRITTEN,
    facts: { ...BRIEF.facts, from: 1, to: 80 },
    words: rounds.flatMap((round) => [said('user', round, 300), said('agent', round, 600), said('agent', round, 1800)]),
    entries: { current, over: [], refused: [] },
    chars: SEEN,
    last: 80,
  }
}
const written = (round: number): readonly Entry[] => [
  { ...ENTRIES[1]!, id: `u${round}`, text: `Rule number ${round} of the user.`, rounds: [round] },
  {
    ...ENTRIES[3]!,
    id: `a${round}`,
    by: 'agent',
    text: `Fact number ${round}. ${'It is long. '.repeat(12)}`,
    rounds: [round],
  },
]

it.each([
  ['with entries at most 4 % of what the model saw', written, 0.04],
  ['without any at most 10 %', () => [], 0.1],
] as const)('a long session is told %s', (_, entries, share) => {
  for (const write of WRITERS) {
    const brief = long(entries)
    const text = write(shownOf(brief, (shown) => write(shown).length))
    expect(text.length).toBeLessThanOrEqual(share * SEEN)
    expect(text.length).toBeGreaterThan(0.8 * share * SEEN)
  }
})

it('of many short facts of the agent no more are left out than there is no room for', () => {
  const short = (round: number) =>
    Array.from(
      { length: 8 },
      (_, at): Entry => ({
        ...ENTRIES[3]!,
        id: `f${round}.${at}`,
        by: 'agent',
        text: `Port ${round}0${at}.`,
        rounds: [round],
      }),
    )
  const text = continuationPrompt(
    shownOf(long(short), (one) => continuationPrompt(one, ABOUT).length),
    ABOUT,
  )
  expect(text.length).toBeGreaterThan(0.9 * 0.04 * SEEN)
  expect(text.length).toBeLessThanOrEqual(0.04 * SEEN)
})

it('leaves out what is over first, then what the agent said, from the middle outwards, and says how much and where it is', () => {
  const brief = long(() => [])
  const shown = shownOf(brief, (one) => continuationPrompt(one, ABOUT).length)
  const cut = (who: string) => shown.words.filter((word) => word.who === who && word.text.includes('more characters'))
  expect(cut('user')).toEqual([])
  expect(shown.words.filter(({ who }) => who === 'user')).toHaveLength(80)
  const rounds = cut('agent').map(({ round }) => round)
  expect(Math.min(...rounds)).toBeGreaterThan(80 - Math.max(...rounds) - 2)
  const text = continuationPrompt(shown, ABOUT)
  for (const { count, what, from, to } of shown.left)
    expect(text).toContain(
      from === to
        ? `- ${count} ${what} (round ${from}): \`stet show s-1 ${from}\``
        : `- ${count} ${what} (rounds ${from} to ${to}): \`stet show s-1 ${from}-${to}\``,
    )
})

it('with a summary of the client alone at most 10 %: it says nothing of what came after', () => {
  const byClient = { ...ENTRIES[3]!, source: { ...ENTRIES[3]!.source, writer: 'client' as const } }
  const brief = long((round) => (round === 40 ? [byClient] : []))
  const text = continuationPrompt(
    shownOf(brief, (one) => continuationPrompt(one, ABOUT).length),
    ABOUT,
  )
  expect(text.length).toBeGreaterThan(0.08 * SEEN)
})

it('a message with pasted text keeps both ends, and is shortened before the agent’s texts are left out', () => {
  const pasted = `Here is the log\n${'12:00:01 INFO frame queued\n'.repeat(400)}The limit is 512 MB!`
  const brief = long(() => [])
  const words = brief.words
    .filter(({ round }) => round <= 15)
    .map((word) => (word.who === 'user' ? { ...word, text: pasted } : word))
  const shown = shownOf({ ...brief, words }, (one) => continuationPrompt(one, ABOUT).length)
  const users = shown.words.filter(({ who }) => who === 'user')
  expect(users).toHaveLength(15)
  for (const { text } of users) {
    expect(text).toContain('Here is the log')
    expect(text).toContain('The limit is 512 MB!')
  }
  expect(shown.left.map(({ what }) => what)).not.toContain('texts of the agent')
})

it.each([
  [
    'Round up to whole sacks of flour before Thursday. Never touch the price list. It is for Maud.',
    'Never touch the price list',
  ],
  ['やっぱり戻して、六百のままで。検索サーバーの負荷が上がるので。', 'やっぱり戻して、六百のままで'],
])('a message stays whole when an entry has only one of its sentences: %s', (text, words) => {
  const rule = { ...ENTRIES[1]!, rounds: [1], quotes: [{ round: 1, words }] }
  const plain = { ...UNWRITTEN, words: [{ round: 1, place: 0, who: 'user' as const, text }] }
  const brief = { ...plain, entries: { current: [rule], over: [], refused: [] } }
  const shown = shownOf(brief, (one) => continuationPrompt(one, ABOUT).length)
  expect(shown.words.map((word) => word.text)).toEqual([text])
})

it('keeps the user’s rules when there are too many entries, and says how many of the agent’s facts are left out', () => {
  const brief = { ...long(written), chars: 400_000 }
  const shown = shownOf(brief, (one) => continuationPrompt(one, ABOUT).length)
  expect(shown.entries.current.filter(({ kind }) => kind === 'rule')).toHaveLength(80)
  expect(shown.left.find(({ what }) => what === 'facts that the agent wrote')?.count).toBeGreaterThan(0)
})

it('a session that only its client summed up is told as if nobody wrote: with its words, up to 10 % of what the model saw', () => {
  const bySummary = (round: number) =>
    written(round).map((entry) => ({ ...entry, source: { ...entry.source, writer: 'client' as const, through: 40 } }))
  const brief = long((round) => (round === 40 ? bySummary(round) : []))
  const shown = shownOf(brief, (one) => handoff(one, ABOUT).length)
  expect(shown.words.filter(({ who }) => who === 'user')).toHaveLength(80)
  expect(handoff(shown, ABOUT)).toContain('as of round 40')
})

it('a short session is printed whole, with every message that no entry quotes', () => {
  for (const write of WRITERS) {
    const plain = write({ ...UNWRITTEN, left: [] }).length
    expect(shownOf(UNWRITTEN, (one) => write(one).length).left).toEqual([])
    const wordy = {
      ...BRIEF,
      words: [...BRIEF.words, { round: 4, place: 9, who: 'agent' as const, text: 'x '.repeat(2000) }],
    }
    const shown = shownOf(wordy, (one) => write(one).length)
    expect(write(shown).length).toBeLessThanOrEqual(plain + 4000)
    expect(shown.words.filter(({ who }) => who === 'user')).toHaveLength(3)
  }
})

it('a long message keeps how it ends, which is often what is asked; what was pasted into it goes first', () => {
  const log = Array.from({ length: 200 }, (_, at) => `2026-01-01 12:00:${at} INFO worker ${at} is done`).join('\n')
  const text = `The log of last night:\n${log}\nThe export file name must start with DRL_.`
  const brief = long(() => [])
  const words = brief.words.map((word) => (word.who === 'user' && word.round === 3 ? { ...word, text } : word))
  const shown = shownOf({ ...brief, words }, (one) => handoff(one, ABOUT).length)
  const said = shown.words.find(({ who, round }) => who === 'user' && round === 3)!.text
  expect(said).toContain('The log of last night:')
  expect(said).toContain('must start with DRL_.')
  expect(said.length).toBeLessThan(1000)
})
