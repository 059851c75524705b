import { expect, it } from 'vitest'
import { extract } from '../../src/digest/extract.ts'
import type { Did, DigestRound, RoundEvent } from '../../src/digest/round.ts'
import { settle } from '../../src/digest/settle.ts'

const user = (text: string): RoundEvent => ({ kind: 'said', who: 'user', text })
const agent = (text: string): RoundEvent => ({ kind: 'said', who: 'agent', text })
const edit = (after: string, before = 'none'): Did => ({
  kind: 'did',
  act: {
    role: 'write',
    files: [{ path: '/w/a.ts', change: 'modify' }],
    command: null,
    edits: [{ path: '/w/a.ts', before, after, everywhere: false }],
  },
  outcome: { failed: false, exit: null, output: 'updated' },
})
const look: Did = {
  kind: 'did',
  act: { role: 'read', files: [{ path: '/w/a.ts', change: null }], command: null },
  outcome: null,
}
const decidedIn = (...rounds: readonly (readonly RoundEvent[])[]) =>
  settle(extract(rounds.map((events, at): DigestRound => ({ round: at + 1, at: null, events })))).decisions.map(
    ({ text }) => text,
  )

it.each([
  ['The button should say "Red rule", not just "Rule"', 'label: "Red rule"'],
  ['yes please add the dates and instead of the list, print a table.', 'table()'],
  ['let’s set the count to 1 then, since each of them has exactly one row', 'count: 1'],
  ['ok, let’s rename it to "rows" instead.', 'rows: []'],
])('takes for a decision what a person orders one way and not another, and is done: %s', (said, after) => {
  expect(decidedIn([user(said), edit(after), agent('Done.')])).toEqual([said])
})

it.each(['maybe we print a table instead of the list.'])(
  'takes for none what is put off, supposed, or names what no edit has: %s',
  (said) => {
    expect(decidedIn([user('Hello.'), agent('Hello.')], [user(said), edit('rows: table'), agent('Done.')])).toEqual([])
  },
)

const REPORT =
  'All tests pass now. The table has all of its columns. The log has no warnings any more. I ran it twice. The menu looks as it did before.'

it.each([
  'The rows now come from `kestrel()` instead of the folder.',
  'The fix was switching from the list to `kestrel()` for the rows.',
  'The alternative would have been a list of `kestrel` rows, but a table is simpler.',
])('takes for a decision what an agent tells it did one way and not another, in the middle of a report: %s', (told) => {
  const report = `${REPORT} ${told} The end is as it was.`
  const [decided] = decidedIn([user('Fix it.'), edit('kestrel()'), agent(report)])
  expect(decided).toContain(told)
  expect(decidedIn([user('Fix it.'), look, agent(report)])).toEqual([])
  expect(decidedIn([user('Fix it.'), agent(told), edit('kestrel()'), agent(REPORT)])).toEqual([])
})

it('takes for decided what a person proposed and the agent took up, once files were changed', () => {
  const said = 'why can’t we have real rows?'
  const reply = 'You’re right, we should have real rows. Let me change that.'
  expect(decidedIn([user(said), agent(reply), edit('rows'), agent('Done.')])).toEqual([`${said} → ${reply}`])
  expect(decidedIn([user(said), agent(reply), look, agent('They are real.')])).toEqual([])
  expect(decidedIn([user(said), agent('Yes, there are some. Let me look.'), edit('rows'), agent('Done.')])).toEqual([])
  expect(
    decidedIn([user('the rows are gone'), agent('Good catch, I lost them.'), edit('rows'), agent('Done.')]),
  ).toEqual([])
})

it('reads a proposal that stands in one line with what it is about', () => {
  const said = 'why can’t we have real rows?   "rows": true,\n  "sums": true,'
  const [decided] = decidedIn([user(said), agent('You’re right.'), edit('rows'), agent('Done.')])
  expect(decided).toBe('why can’t we have real rows? → You’re right.')
})

it.each([
  'it does not clear the rows, it just looks if there are any.',
  'I’m wondering now: it sounds as if only sums are allowed',
  'the rows are read in two places?',
])('takes for no decision what a person finds wrong, though the agent agrees: %s', (said) => {
  expect(decidedIn([user(said), agent('You’re right! Let me fix it.'), edit('rows'), agent('Done.')])).toEqual([])
})

it('says what was agreed to in the words of the one who proposed it, where the question only points at it', () => {
  const idea = 'I think we should list the rows by day.'
  const rounds = [user(idea), look, agent('That is a bigger change of the table. Want me to proceed with this change?')]
  expect(decidedIn(rounds, [user('yes'), edit('rows'), agent('Done.')])).toEqual([`${idea} → yes`])
})

it('reads the question that a list follows', () => {
  const asked =
    'I would sort them first. Should I write the rows now? I begin with:\n1. days\n2. weeks\n3. months\n4. years'
  const [decided] = decidedIn([user('Plan it.'), look, agent(asked)], [user('yeah'), edit('rows'), agent('Done.')])
  expect(decided).toContain('Should I write the rows now? → yeah')
})

it('reads an option of an earlier message, where nothing but its mark is said', () => {
  const offered = [user('How?'), agent('Two ways:\n**A) sort the rows**\n**B) print the sums**\n\nWhich of them?')]
  const between = [user('are the sums right?'), look, agent('Yes, all of them.')]
  expect(decidedIn(offered, between, [user('A'), look, agent('Good.')])).toEqual(['Chose: sort the rows'])
  expect(decidedIn(offered, between, [user('A list is fine'), look, agent('Good.')])).toEqual([])
})

it('tells once what an option is, and not again that it was taken', () => {
  const offered = [user('How?'), agent('Two ways:\n1. sort the rows\n2. print the sums')]
  expect(decidedIn(offered, [user('let’s go with option 1'), edit('rows'), agent('Good.')])).toEqual([
    'Chose: sort the rows',
  ])
})
