import { expect, it } from 'vitest'
import type { Did } from '../../src/brief/round.ts'
import { wordsOf } from '../../src/brief/words/words-of.ts'
import { roundsOf, run, said } from './made-rounds.ts'

const ASKED = 'Which store?\n\n1. SQLite, in a file\n2. Postgres, on db7\n\nTell me which one.'
const answer = (text: string, asked = ASKED) =>
  wordsOf(roundsOf([said('user', 'Where do we keep it?'), said('agent', asked)], [said('user', text)])).at(-1)!.to

it('gives every text of both with its round and place', () => {
  const words = wordsOf(roundsOf([said('user', 'Go on.'), run('ls'), said('agent', 'One.')], [said('user', 'And?')]))
  expect(words.map(({ round, place, who, text }) => [round, place, who, text])).toEqual([
    [1, 0, 'user', 'Go on.'],
    [1, 2, 'agent', 'One.'],
    [2, 0, 'user', 'And?'],
  ])
})

it.each([
  ['2', '2. Postgres, on db7'],
  ['2)', '2. Postgres, on db7'],
  ['1 and 2', '1. SQLite, in a file\n2. Postgres, on db7'],
  ['2, but not yet', '2. Postgres, on db7'],
  ['3', '2. Postgres, on db7\n\nTell me which one.'],
  ['yes continue', '2. Postgres, on db7\n\nTell me which one.'],
])('a short answer has what it answers with it: %s', (text, expected) => {
  expect(answer(text)?.round).toBe(1)
  expect(answer(text)?.text).toContain(expected)
})

it('knows an option by its letter, in bold too', () => {
  const asked = 'Two ways:\n\n**A)** rename it\n**B)** leave it'
  expect(answer('C)', asked)?.text).toContain('leave it')
  expect(answer('b', asked)?.text).toBe('**B)** leave it')
  expect(answer('a file would do', asked)?.text).toContain('rename it')
})

it('says nothing of what a message answers that stands alone, or comes first', () => {
  expect(
    answer('Take Postgres on db7, because the file is not backed up, and tell ops before you start.'),
  ).toBeUndefined()
  expect(wordsOf(roundsOf([said('user', 'yes')]))[0]!.to).toBeUndefined()
})

it('keeps words of the user that a result holds: why a call was refused, and answers with what the option says', () => {
  const refused: Did = { ...run('rm -rf data'), outcome: { failed: true, exit: null, output: '', said: 'Keep data.' } }
  const answered: Did = {
    kind: 'did',
    act: {
      role: 'other',
      files: [],
      command: null,
      questions: [{ question: 'Which store?', options: [{ label: 'File', about: 'no server' }, { label: 'Server' }] }],
    },
    outcome: { failed: false, exit: null, output: '', answers: [{ question: 'Which store?', answer: 'File' }] },
  }
  expect(wordsOf(roundsOf([refused, answered]))).toMatchObject([
    { who: 'user', via: 'refusal', text: 'Keep data.' },
    { who: 'user', via: 'answer', text: 'File', to: { round: 1, text: 'Which store?\nFile: no server' } },
  ])
  const delivered = [refused, { kind: 'said', who: 'user', text: 'Keep data.', via: 'refusal' } as const]
  expect(wordsOf(roundsOf(delivered)).map(({ text }) => text)).toEqual(['Keep data.'])
})

it('cuts what was pasted, with a notice, and nothing that was written', () => {
  const log = Array.from({ length: 400 }, (_, at) => `2026-01-01 10:00:${at} INFO request ${at} took 3 ms`)
  const text = ['Look at this:', ...log, 'Never restart db7 for it.'].join('\n')
  const [word] = wordsOf(roundsOf([said('user', text)]))
  expect(word!.text).toContain('Look at this:')
  expect(word!.text).toContain('Never restart db7 for it.')
  expect(word!.text).toContain('request 399 took')
  expect(word!.text.length).toBeLessThan(1000)
  expect(word!.left! + word!.text.length).toBeGreaterThan(text.length)
  const spec = Array.from(
    { length: 90 },
    (_, at) => `${at}. The form asks for field ${at}, and for nothing else on its page.`,
  )
  expect(wordsOf(roundsOf([said('user', spec.join('\n'))]))[0]).toEqual({
    round: 1,
    place: 0,
    who: 'user',
    text: spec.join('\n'),
  })
})

it('reads a message of 10 MB once', () => {
  const [one, other] = wordsOf(
    roundsOf([said('user', 'a'.repeat(10_000_000)), said('user', '{ "a": 1 }\n'.repeat(900_000))]),
  )
  expect(one!.text.length).toBeLessThan(2000)
  expect(other!.text.length).toBeLessThan(2000)
}, 30_000)
