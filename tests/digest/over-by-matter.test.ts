import { expect, it } from 'vitest'
import { extract } from '../../src/digest/extract.ts'
import { lossyState } from '../../src/digest/render/lossy-state.ts'
import type { Did, DigestRound, RoundEvent } from '../../src/digest/round.ts'
import { settle, type View } from '../../src/digest/settle.ts'

const user = (text: string): RoundEvent => ({ kind: 'said', who: 'user', text })
const agent = (text: string): RoundEvent => ({ kind: 'said', who: 'agent', text })
const edit: Did = {
  kind: 'did',
  act: {
    role: 'write',
    files: [{ path: '/w/a.ts', change: 'modify' }],
    command: null,
    edits: [{ path: '/w/a.ts', before: 'a', after: 'b', everywhere: false }],
  },
  outcome: { failed: false, exit: null, output: 'updated' },
}
const planned = (...items: readonly string[]): Did => ({
  kind: 'did',
  act: {
    role: 'plan',
    files: [],
    command: null,
    plan: { items: items.map((text) => ({ id: null, text, status: 'open' })), isWhole: true },
  },
  outcome: null,
})
const read = (...rounds: readonly (readonly RoundEvent[])[]): View =>
  settle(extract(rounds.map((events, at): DigestRound => ({ round: at + 1, at: null, events }))))
const ACK = agent('Understood.')

it('ends what an end speaks of, though neither has a name, and nothing else', () => {
  const view = read(
    [user('We must not set any cookies apart from the session one.'), ACK],
    [user('Please never write to the printer queue during the day.'), ACK],
    [user('Forget the rule about the cookies, it is lifted.'), ACK],
  )
  expect(view.constraints.map(({ round }) => round)).toEqual([2])
  expect(view.over.map(({ entry, by }) => [entry.round, by])).toEqual([[1, 3]])
})

it('takes for open nothing that an agent announces and then goes on to do', () => {
  const said = agent('I still need to add the missing tests for the parser.')
  expect(read([user('Fix the parser.'), said, edit, agent('Done.')]).threads).toEqual([])
  expect(read([user('Fix the parser.'), edit, said]).threads).toHaveLength(1)
})

it('keeps what an agent tells that it chose', () => {
  const chose = 'For the ids I went for a counter, random ones would let a retry make a second job.'
  expect(read([user('Make the ids.'), edit, agent(chose)]).decisions.map(({ text }) => text)).toEqual([chose])
})

it('says of an item that a later plan has not that it was left out, not that it was done', () => {
  const view = read(
    [user('Plan it.'), planned('Write the tests', 'Write the docs')],
    [user('Go on.'), planned('Write the docs')],
  )
  const state = lossyState(view, { session: 's', title: null, cwd: '/w', tag: 'A_B_C', at: '', turns: 2, last: 2 }, '')
  expect(state).toMatch(/Write the tests.*left out of the plan in round 2/)
})
