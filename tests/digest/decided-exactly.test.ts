import { expect, it } from 'vitest'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import type { Client } from '../../src/clients/client.ts'
import { codex } from '../../src/clients/codex/index.ts'
import { extract } from '../../src/digest/extract.ts'
import type { Did, DigestRound, RoundEvent } from '../../src/digest/round.ts'
import { settle, type View } from '../../src/digest/settle.ts'

const user = (text: string): RoundEvent => ({ kind: 'said', who: 'user', text })
const agent = (text: string): RoundEvent => ({ kind: 'said', who: 'agent', text })
const call = ({ tools }: Client, name: string, input: unknown, result: string, isError = false): Did => ({
  kind: 'did',
  act: tools.act(name, input),
  outcome: tools.outcome(result, isError),
})
const read = (...rounds: readonly (readonly RoundEvent[])[]): View =>
  settle(extract(rounds.map((events, at): DigestRound => ({ round: at + 1, at: null, events }))))
const decidedIn = (...rounds: readonly (readonly RoundEvent[])[]) => read(...rounds).decisions.map(({ text }) => text)

const QUESTION = { question: 'Where are "rows" kept?', options: [{ label: 'In a file' }, { label: 'In a table' }] }

it('reads what a user chose of the options of Claude Code, in the words of older and newer versions', () => {
  for (const said of ['User has answered your questions', 'Your questions have been answered']) {
    const result = `${said}: "Where are "rows" kept?"="In a table". You can now continue.`
    const { decisions } = read([user('Go.'), call(claudeCode, 'AskUserQuestion', { questions: [QUESTION] }, result)])
    expect(decisions.map(({ text, rejected }) => [text, rejected])).toEqual([
      ['Where are "rows" kept? → In a table', ['In a file']],
    ])
  }
})

it('reads what a user chose of the options of Codex, whose answers go by names', () => {
  const result = JSON.stringify({ answers: { keep: { answers: ['In a table', 'user_note: sorted'] } } })
  const asked = call(codex, 'request_user_input', { questions: [{ id: 'keep', ...QUESTION }] }, result)
  expect(decidedIn([user('Go.'), asked])).toEqual(['Where are "rows" kept? → In a table, sorted'])
})

const PLAN = `# Plan: Sums of each order

## Context

Orders have no sums.

### 1. Read the rows
Read only the rows of \`orders.csv\` (not the whole folder).

### 2. Print the sums

## What this does not change
- The columns stay as they are

## What is not there yet
- Sums of days

## Verification
- Verify that \`orders.csv\` has sums (not counts)`
const DECIDED = [
  'Plan approved: Sums of each order: Read the rows; Print the sums',
  'Read only the rows of `orders.csv` (not the whole folder).',
  'The columns stay as they are',
]

it('takes a plan for decided once the user approved it', () => {
  const put = (result: string, isError = false, plan = PLAN) =>
    decidedIn([user('Plan it.'), call(claudeCode, 'ExitPlanMode', { plan }, result, isError)])
  expect(put('User has approved your plan. You can now start coding.')).toEqual(DECIDED)
  expect(put(`User has approved your plan.\n\n## Approved Plan (edited by user):\n${PLAN}`, false, '# Old')).toEqual(
    DECIDED,
  )
  expect(put('User chose to stay in plan mode and continue planning', true)).toEqual([])
})

it('takes a plan for decided that a client hands over to a new context', () => {
  const end =
    '\n\n\nIf you need specific details from before exiting plan mode, read the full transcript at: /w/a.jsonl'
  expect(decidedIn([user(`Implement the following plan:\n\n${PLAN}${end}`)])).toEqual(DECIDED)
  const words = "A previous agent produced the plan below to accomplish the user's task. Implement it.\n\n"
  expect(decidedIn([user(`${words}${PLAN}`)])).toEqual(DECIDED)
})

it('takes a plan for decided that an agent proposed in its words and the user had carried out', () => {
  const proposed = [user('Plan it.'), agent(`<proposed_plan>\n${PLAN}\n</proposed_plan>`)]
  expect(decidedIn(proposed, [user('Implement the plan.')])).toEqual(DECIDED)
  expect(decidedIn(proposed, [user('Why the rows?')])).toEqual([])
})

it('takes each answer to a list of questions for a decision, with its question', () => {
  const asked = `Before I begin:\n\n1. **Empty orders**: show them?\n2. How far back?\n   (a week, a month?)\n3. Sorted?`
  const answers = '1. no\n2. a month, we get all of them out of quux-7\n3. what would that cost?\nThanks'
  const view = read([user('Sum up.'), agent(asked)], [user(answers)])
  expect(view.decisions.map(({ text }) => text)).toEqual([
    'Empty orders: show them? → no',
    'How far back? (a week, a month?) → a month, we get all of them out of quux-7',
  ])
  expect(view.facts).toEqual([])
  expect(decidedIn([user('Sum up.'), agent('1. Rows\n2. Columns')], [user('1. no\n2. yes')])).toEqual([])
})

it('reads which of several numbered options were taken, and takes a list of a person’s own for none', () => {
  const offered = [user('Where?'), agent('Three places:\n1. the rows\n2. the columns\n3. the sums')]
  expect(decidedIn(offered, [user('Implement 1 and 3.')])).toEqual(['Chose: the rows; the sums'])
  expect(decidedIn(offered, [user('2')])).toEqual(['Chose: the columns'])
  expect(decidedIn(offered, [user('1 and 3 are broken')])).toEqual([])
  expect(decidedIn(offered, [user('1 and 4')])).toEqual([])
})
