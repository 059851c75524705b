import { expect, it } from 'vitest'
import { extract } from '../../src/digest/extract.ts'
import type { Did, DigestRound, RoundEvent } from '../../src/digest/round.ts'
import { settle, type View } from '../../src/digest/settle.ts'

const user = (text: string): RoundEvent => ({ kind: 'said', who: 'user', text })
const agent = (text: string): RoundEvent => ({ kind: 'said', who: 'agent', text })
const edit = (before: string, after: string): Did => ({
  kind: 'did',
  act: {
    role: 'write',
    files: [{ path: '/w/a.ts', change: 'modify' }],
    command: null,
    edits: [{ path: '/w/a.ts', before, after, everywhere: false }],
  },
  outcome: { failed: false, exit: null, output: 'updated' },
})
const plan: Did = {
  kind: 'did',
  act: {
    role: 'plan',
    files: [],
    command: null,
    plan: { items: [{ id: null, text: 'Update the docs', status: 'open' }], isWhole: true },
  },
  outcome: null,
}
const read = (...rounds: readonly (readonly RoundEvent[])[]): View =>
  settle(extract(rounds.map((events, at): DigestRound => ({ round: at + 1, at: null, events }))))
const saidIn = ({ decisions, constraints, facts, threads }: View) =>
  [...decisions, ...constraints, ...facts, ...threads].map(({ text }) => text)

const FEEDBACK = `here is what the other team wrote about it:

Loader of Kestrel does the work of Marlin once more

Rather harmless

The loader of Kestrel goes over all rows that Marlin went over before. So any change of the rows of Marlin needs to be made in both of them, which is a risk. The columns and the sums of it were not looked at by us.`

it('takes nothing that a person introduces as the words of somebody else, and what is added below it', () => {
  expect(saidIn(read([user('Hello.')], [user(FEEDBACK)]))).toEqual([])
  const view = read([user('Hello.')], [user(`${FEEDBACK}\n\nNever edit vendor/quux.lock.`)])
  expect(saidIn(view)).toEqual(['Never edit vendor/quux.lock.'])
})

it('takes a document for one whose headings have no marks', () => {
  const report = `Look into this.

Background
The rows of an order go through Kestrel twice, the second time with the prices of the day before.
Consequences
The report of Marlin is affected by the prices of Kestrel as well, and so is each page of it.`
  expect(saidIn(read([user('Hello.')], [user(report)]))).toEqual([])
})

it.each([
  'Then print only the last 30 lines of vendor/quux.txt.',
  'First, open all of vendor/quux.txt up to its limit.',
  'But let us search for users of Kestrel since October 2031.',
])('takes no step for a rule or a fact: %s', (step) => {
  const { constraints, facts } = read([user('Hello.')], [user(`Go on. ${step}`)])
  expect([constraints, facts]).toEqual([[], []])
})

const REPORT = `All tests pass now. The table has all of its columns. You have the font Xolotl, so the one of the theme is chosen last. The log has no warnings any more. I ran it twice. The menu looks as it did before.`

it('takes no sentence of a long report for a decision of the agent, but for one that tells what it chose', () => {
  const chosen = 'I switched to the loader of Kestrel since it reads a row once rather than twice.'
  expect(read([user('Fix it.'), agent(REPORT)]).decisions).toEqual([])
  const carriedOut = read([user('Fix it.'), edit('load: rows', 'load: kestrel'), agent(`${REPORT} ${chosen}`)])
  expect(carriedOut.decisions.map(({ text }) => text)).toEqual([chosen])
})

it('ends a plan that three rounds of changes said nothing of', () => {
  const change = [user('Change that.'), edit('a', 'b'), agent('Changed.')]
  const begun = [user('Build it.'), plan, agent('Built.')]
  expect(saidIn(read(begun, change, change))).toEqual(['Update the docs'])
  const view = read(begun, change, change, change)
  expect(saidIn(view)).toEqual([])
  expect(view.over.map(({ entry, by }) => [entry.text, by])).toEqual([['Update the docs', 4]])
})

it('takes what a person says first for what he wants now, and not for something left open', () => {
  expect(read([user('Hello.')], [user('the upload still doesn’t work.')]).threads).toEqual([])
  expect(
    saidIn(read([user('Hello.')], [user('The upload to kepler-7 is for later, after the release.')])),
  ).toHaveLength(1)
})

it('takes for a decision what a person takes for both, and not that he wants to look at it', () => {
  expect(saidIn(read([user('Hello.')], [user('OK, let’s go with the columns for kepler.')]))).toHaveLength(1)
  expect(saidIn(read([user('Hello.')], [user('OK, let’s look at the columns for kepler.')]))).toEqual([])
})

it('takes a path for no rule that the round goes on to change, and one for a rule that is forbidden', () => {
  const rulesOf = (said: string) =>
    read([user('Hello.')], [user(said), edit('a', 'b'), agent('Done.')]).constraints.map(({ text }) => text)
  expect(rulesOf('two stray files that don’t belong in the repo came in with the last commit: /w/a.ts')).toEqual([])
  expect(rulesOf('Never edit /w/a.ts by hand.')).toHaveLength(1)
  expect(
    rulesOf('two stray files that don’t belong in the repo came in with the last commit: /w/quux.ts'),
  ).toHaveLength(1)
})

it('takes no first sentence for a rule that only tells what broke', () => {
  const told =
    'the ticket tells that the `kestrel` table breaks now, which is true because we changed how rows are stripped.'
  expect(read([user('Hello.')], [user(told)]).constraints).toEqual([])
})

it.each([
  'order-c93f3533 (1 rows) - • by using this you a... <active>',
  'Mild as twilight, yet Kestrel is still missing,',
])('takes no line for words that is none of a person: %s', (line) => {
  expect(saidIn(read([user('Hello.')], [user(`why is this one here? ${line}`)]))).toEqual([])
})

it('takes for no open thread how much later something was', () => {
  const told = '`quux-7` is the newer session (started 6 minutes later).'
  expect(read([user('Look.'), agent(told)]).threads).toEqual([])
})
