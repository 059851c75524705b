import { expect, it } from 'vitest'
import { extract } from '../../src/digest/extract.ts'
import type { Did, DigestRound, Piece } from '../../src/digest/round.ts'
import { settle, type View } from '../../src/digest/settle.ts'

const user = (text: string): Piece => ({ kind: 'said', who: 'user', text })
const agent = (text: string): Piece => ({ kind: 'said', who: 'agent', text })
const plan = (items: Readonly<Record<string, 'open' | 'active' | 'done'>>, isWhole = true): Did => ({
  kind: 'did',
  act: {
    role: 'plan',
    files: [],
    command: null,
    plan: { items: Object.entries(items).map(([text, status]) => ({ id: null, text, status })), isWhole },
  },
  outcome: null,
})
const read = (...rounds: readonly (readonly Piece[])[]): View =>
  settle(extract(rounds.map((pieces, at): DigestRound => ({ round: at + 1, at: null, pieces }))))

it('drops what a plan written anew does not have any more, and keeps the rest where it first was', () => {
  const view = read(
    [user('Build it.'), plan({ 'Choose a server': 'active', 'Write the scenario': 'open' })],
    [user('Go on.'), plan({ 'Write the scenario': 'active', 'Ship it': 'open' })],
  )
  expect(view.threads.map(({ text, round }) => [text, round])).toEqual([
    ['Write the scenario', 1],
    ['Ship it', 2],
  ])
  expect(view.over).toContainEqual({ entry: expect.objectContaining({ text: 'Choose a server' }), by: 2 })
})

it('keeps a plan that is changed line by line', () => {
  const view = read([user('Build it.'), plan({ 'Choose a server': 'open' }, false), plan({ 'Ship it': 'open' }, false)])
  expect(view.threads.map(({ text }) => text)).toEqual(['Choose a server', 'Ship it'])
})

it.each([
  'so then do i need to run the dashboard on kepler-7',
  'what types of strategies are there.',
  'do you think the codebase of Kestrel was intuitive enough',
])('takes no question for a rule or a fact, with its mark or without: %s', (said) => {
  const { constraints, facts, decisions } = read([user('Hello.')], [user(said)])
  expect([constraints, facts, decisions]).toEqual([[], [], []])
})

it('takes no line of a pasted log for a rule or a decision', () => {
  const { constraints, facts, decisions } = read([
    user(
      'It broke again.\n\nError: unknown (2): failed to solve process "npm install" did not complete\n\nfatal: QX-51 lost',
    ),
  ])
  expect([constraints, facts, decisions]).toEqual([[], [], []])
})

it('takes nothing that an agent is just at for something open', () => {
  const view = read([
    user('Push it.'),
    agent('The commit hook is slow. I’m waiting for it to finish before pushing.'),
    agent('I’ll check the installed Entire CLI for `strategy`, because that looks specific to one tool.'),
  ])
  expect([view.threads, view.decisions].map((all) => all.filter(({ text }) => /waiting|check/.test(text)))).toEqual([
    [],
    [],
  ])
})
