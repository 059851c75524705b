import { expect, it } from 'vitest'
import { questionsOn } from '../../../src/brief/entries/questions.ts'
import { factsOf } from '../../../src/brief/facts/facts-of.ts'
import { BY_AGENT, judge, rounds, user } from './rounds.ts'

const PARTS = ['parser', 'writer', 'reader', 'index', 'viewer', 'server', 'importer', 'exporter']
const PLAN = `Implement the following plan:\n\n${PARTS.map((part) => `### The ${part} of it\n\n- Move the whole ${part} into its own folder\n- Give ${part} tests of its own`).join('\n\n')}`

const ask = (text: string, asked: readonly string[] = []) => {
  const all = rounds([user(text)], [user('Go on with it.')])
  const { accepted } = judge(all, [
    {
      id: 'e1',
      kind: 'task',
      text: 'Give the parser tests.',
      rounds: [1],
      quotes: ['r1: Give parser tests of its own'],
    },
  ])
  return questionsOn({
    rounds: all.slice(0, 1),
    facts: factsOf(all),
    current: accepted,
    all: accepted,
    skip: [],
    asked: new Set(asked),
    isEnd: false,
  })
}

it('a plan of which most is in no entry is asked about once, as a whole', () => {
  const [question, ...more] = ask(PLAN)
  expect(more).toEqual([])
  expect(question?.id).toBe('said:r1')
  expect(question?.ask).toMatch(/^Round 1, the user: \d\d points are in no entry, such as "/)
  expect(question?.ask.length).toBeLessThan(450)
  expect(ask(PLAN, ['said:r1'])).toEqual([])
})

it('each of a few things that no entry has is asked about', () => {
  const asked = ask('Give parser tests of its own. Never touch the billing folder. Tell the team on Friday.')
  expect(asked.map(({ id }) => id)).toEqual(['said:r1.2', 'said:r1.3'])
})

it('a sentence that ends in a number is one of its own, and the number of a point is none', () => {
  const asked = ask(
    'Give parser tests of its own on kepler-5. Tell the team on Friday.\n1. Never touch the billing folder',
  )
  expect(asked.map(({ ask }) => /"(.*)"/.exec(ask)?.[1])).toEqual([
    'Tell the team on Friday.',
    'Never touch the billing folder',
  ])
})

it('what a summary of the client says may have ended before the rounds that have its names', () => {
  const all = rounds([user('Build it.')], [user('Move the toggle to the left.')], [user('The toggle is fine.')])
  const task = { id: 'c3-1', kind: 'task', text: 'Move the toggle left.', rounds: [3], by: 'you' }
  const over = { id: 'c3-1', over: 2 }
  expect(judge(all, [over], { before: [task] }).why).toEqual(['it cannot be over in round 2, before it was said'])
  const known = { ...BY_AGENT, writer: 'client' } as const
  expect(judge(all, [over], { before: [task], known }).accepted).toMatchObject([{ id: 'c3-1', over: 2 }])
})
