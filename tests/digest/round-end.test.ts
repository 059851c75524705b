import { expect, it } from 'vitest'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import { extract } from '../../src/digest/extract.ts'
import { askedAtEnd } from '../../src/digest/prose/asked.ts'
import { sentencesOf } from '../../src/digest/prose/sentences.ts'
import type { Did, DigestRound, RoundEvent } from '../../src/digest/round.ts'
import { settle, type View } from '../../src/digest/settle.ts'

const user = (text: string): RoundEvent => ({ kind: 'said', who: 'user', text })
const agent = (text: string): RoundEvent => ({ kind: 'said', who: 'agent', text })
const edit: Did = {
  kind: 'did',
  act: { role: 'write', files: [{ path: '/w/a.ts', change: 'modify' }], command: null },
  outcome: null,
}
const look: Did = {
  kind: 'did',
  act: { role: 'read', files: [{ path: '/w/a.ts', change: null }], command: null },
  outcome: null,
}
const read = (...rounds: readonly (readonly RoundEvent[])[]): View =>
  settle(extract(rounds.map((events, at): DigestRound => ({ round: at + 1, at: null, events }))))
const textsOf = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text)

it('keeps the question of the last round open, and none that another round followed', () => {
  const first = [user('Sort the rows.'), edit, agent('Done. Would you like me to sort the columns too?')]
  expect(textsOf(read(first).threads)).toEqual([
    'Asked, without an answer yet: Done. Would you like me to sort the columns too?',
  ])
  expect(read(first, [user('Look at the logs.'), look, agent('They are fine.')]).threads).toEqual([])
})

it('says what was begun and not finished, whatever brief words came after it', () => {
  const begun = [user('Count the rows of each order.'), agent('I look at them first.'), look]
  const open = 'Begun, not finished: Count the rows of each order.'
  expect(textsOf(read(begun).threads)).toEqual([open])
  expect(textsOf(read(begun, [user('continue'), look], [user('ok, continue')]).threads)).toEqual([
    `${open} → ok, continue`,
  ])
  expect(read(begun, [user('continue'), look, agent('All of them pass.')]).threads).toEqual([])
  expect(read([user('Add tests.')]).threads).toEqual([])
})

it('tells brief words that came after what was begun, and nothing of what was finished', () => {
  const begun = [user('Count the rows of each order.'), look]
  const stopped = read(begun, [user('Stop. Revert everything.'), edit, agent('Reverted.')])
  expect(stopped.goals.at(-1)!.text).toBe('Count the rows of each order. → Stop. Revert everything.')
  expect(stopped.threads).toEqual([])
  const finished = read([user('Count the rows of each order.'), look, agent('There are 14.')], [look])
  expect(finished.threads).toEqual([])
})

it('takes a long request for no brief one where no spaces are between words', () => {
  const view = read(
    [user('请统计每个订单的行数，并把结果写到报告里。'), look],
    [user('请改为修复登录页面的错误，并且为它添加测试。'), look],
  )
  expect(view.goals.at(-1)!.text).toBe('请改为修复登录页面的错误，并且为它添加测试。')
})

it('takes nothing for an answer to what was asked before rounds that it does not see', () => {
  const asked = { round: 1, at: null, events: [user('Look.'), look, agent('Should I read from a copy?')] }
  const later = { round: 7, at: null, events: [user('No, that is the wrong log.'), look, agent('Right.')] }
  expect(settle(extract([asked, later])).decisions).toEqual([])
  expect(settle(extract([asked]), 7).threads).toEqual([])
})

it('tells what a brief answer is an answer to', () => {
  const view = read(
    [user('Write the docs.'), edit, agent('They are written. Want me to draw a picture for the first page as well?')],
    [user('yes please'), edit, agent('Drawn.')],
  )
  expect(view.goals.at(-1)!.text).toBe(
    'They are written. Want me to draw a picture for the first page as well? → yes please',
  )
  expect(view.decisions).toEqual([])
})

it('takes a refusal for a decision, and the agreement to a proposal that was then carried out', () => {
  const proposal = [
    user('Why is it slow?'),
    look,
    agent('The rows are read twice. Should I read them from a copy of the table?'),
  ]
  const rounds = (answer: string, ...after: readonly RoundEvent[]) =>
    read(proposal, [user(answer), ...after, agent('Done.')])
  expect(textsOf(rounds('no, let us wait for the new machine').decisions)).toEqual([
    'The rows are read twice. Should I read them from a copy of the table? → no, let us wait for the new machine',
  ])
  expect(textsOf(rounds('yes', edit).decisions)).toEqual([
    'The rows are read twice. Should I read them from a copy of the table? → yes',
  ])
  expect(rounds('yes', look).decisions).toEqual([])
  const others = ['nothing of that, show me the logs', 'Non-interactive mode, please.', 'ok stop', 'yes but not now']
  for (const other of others) expect(rounds(other, edit).decisions).toEqual([])
})

it('takes a question for no answer, whoever asked first', () => {
  const outcome = (answer: string) => ({
    failed: false,
    exit: null,
    output: '',
    answers: [{ question: 'Test it?', answer }],
  })
  const ask = (answer: string): Did => ({
    kind: 'did',
    act: {
      role: 'other',
      files: [],
      command: null,
      questions: [{ question: 'Test it?', options: [{ label: 'Yes' }, { label: 'No' }] }],
    },
    outcome: outcome(answer),
  })
  expect(textsOf(read([user('Go on.'), ask('Yes'), agent('Tested.')]).decisions)).toEqual(['Test it? → Yes'])
  expect(read([user('Go on.'), ask('what would that change?'), agent('Nothing.')]).decisions).toEqual([])
})

it('reads no words of the client for those of a user who answered none of its questions', () => {
  const refused = (text: string) =>
    claudeCode.tools.outcome(
      `The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\n${text}`,
      true,
    ).said
  expect(refused('use the other one')).toBe('use the other one')
  expect(
    refused('The user wants to clarify these questions.\n    This means they may have additional information.'),
  ).toBe('')
})

it('finds what a message asks at its end alone', () => {
  expect(askedAtEnd('Is it fast? Yes.\n\nOne.\n\nTwo.\n\nThree.\n\nFour.')).toBeUndefined()
  expect(askedAtEnd('Would you like me to:\n- Sort the rows?\n- Print the sum?')).toBe(
    'Would you like me to: Sort the rows? Print the sum?',
  )
  expect(askedAtEnd('Two things.\n\n- Sort the rows?\n- Print the sum?')).toBe('Sort the rows? Print the sum?')
  expect(askedAtEnd('Criteria:\n- short (or is it?)')).toBeUndefined()
})

it('ends a sentence where people who write no capitals end it, and at the end of a line they ended themselves', () => {
  const textsIn = (message: string) => sentencesOf(message).map(({ text }) => text)
  expect(textsIn('ok. we use kestrel instead of marlin. it is faster, e.g. on disks.')).toEqual([
    'ok.',
    'we use kestrel instead of marlin.',
    'it is faster, e.g. on disks.',
  ])
  expect(textsIn('the second print ... still has the old sum. why')).toHaveLength(2)
  expect(textsIn('It runs v. slowly with approx. ten of them.')).toEqual([
    'It runs v. slowly with approx. ten of them.',
  ])
  expect(textsIn('we want no sums at night\nthe report is what counts, and nobody has read one so far')).toHaveLength(2)
  expect(textsIn('The report is what counts, and\nnobody has ever read one so\nfar.')).toHaveLength(1)
})
