import { expect, it } from 'vitest'
import { extract } from '../../src/digest/extract.ts'
import type { DigestRound, RoundEvent } from '../../src/digest/round.ts'
import { settle, type View } from '../../src/digest/settle.ts'

const user = (text: string): RoundEvent => ({ kind: 'said', who: 'user', text })
const agent = (text: string): RoundEvent => ({ kind: 'said', who: 'agent', text })
const read = (...said: readonly RoundEvent[]): View =>
  settle(extract(said.map((event, at): DigestRound => ({ round: at + 1, at: null, events: [user('Go on.'), event] }))))
const roundsOf = (entries: readonly { readonly round: number }[]) => entries.map(({ round }) => round)

it.each([
  ['The quota of Kestrel-9 is 300.', 'I mixed that up, the quota of Kestrel-9 is 450.'],
  ['We run Kestrel-9 at version 12.', 'They upgraded Kestrel-9 last night, it is on 14 now.'],
  ['The id of Kestrel-9 is 300.', 'Kestrel-9 has id 450, 300 was the test account.'],
  ['Kestrel-9 bezi na portu 300', 'oprava, Kestrel-9 bezi na portu 450, ne 300'],
])('ends a fact that a person gives another value later: %s %s', (first, then) => {
  expect(roundsOf(read(user(first), user(then)).facts)).toEqual([2])
})

it.each([
  ['Kestrel-9 listens on port 300.', 'The rent for Kestrel-9 is 450 a month.'],
  ['The gateway Kestrel-9 listens on port 4000.', 'Since Monday the gateway Kestrel-9 keeps 30 backups.'],
  ['The queue Kestrel-9 holds 500 messages.', 'The queue Kestrel-9 has 3 workers since the last release.'],
])('keeps two facts with numbers of two things: %s %s', (first, then) => {
  expect(roundsOf(read(user(first), user(then)).facts)).toEqual([1, 2])
})

it('takes a wish for a decision that gives a reason and asks for one of two', () => {
  const view = read(
    user('Since Marlin-4 is too heavy for the tablets, could you please go with Kestrel-9 for the export?'),
    user('Could you compare Kestrel-9 and Marlin-4?'),
  )
  expect(roundsOf(view.decisions)).toEqual([1])
})

it('takes a note with an arrow for a decision where it says what was turned down, and no other', () => {
  const view = read(
    agent('Storage → Kestrel-9 (Marlin-4 rejected: no streaming support).'),
    agent('Renamed Heron-2 → Osprey-3.'),
  )
  expect(roundsOf(view.decisions)).toEqual([1])
})

it('reads what is typed without accents as if they were there', () => {
  const [plain, accented] = ['jeste zbyva dodelat Kestrel-9', 'ještě zbývá dodělat Kestrel-9'].map((text) =>
    roundsOf(read(agent(text)).threads),
  )
  expect([plain, accented]).toEqual([[1], [1]])
})
