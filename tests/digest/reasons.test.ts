import { expect, it } from 'vitest'
import { digestState } from '../../src/actions/digest/digest-state.ts'
import { withLead } from '../../src/brief/render/implicit.ts'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import { extract } from '../../src/digest/extract.ts'
import { reasonIn } from '../../src/digest/prose/reasons.ts'
import { decisionText } from '../../src/digest/render/words.ts'
import type { Did, DigestRound, RoundEvent } from '../../src/digest/round.ts'
import { settle } from '../../src/digest/settle.ts'

const user = (text: string): RoundEvent => ({ kind: 'said', who: 'user', text })
const agent = (text: string): RoundEvent => ({ kind: 'said', who: 'agent', text })
const edited: Did = {
  kind: 'did',
  act: {
    role: 'write',
    files: [{ path: '/w/list.ts', change: 'modify' }],
    command: null,
    edits: [{ path: '/w/list.ts', before: 'byTime', after: 'byTree', everywhere: false }],
  },
  outcome: { failed: false, exit: null, output: '' },
}
const decisionsIn = (...rounds: readonly (readonly RoundEvent[])[]) =>
  settle(extract(rounds.map((events, at): DigestRound => ({ round: at + 1, at: null, events })))).decisions

it.each([
  ['Use a table, because lists get long.', 'because lists get long.'],
  ['Since lists get long, a table is used.', 'Since lists get long'],
  ['Keep the list — nobody reads tables.', 'nobody reads tables.'],
  ['Point `$env:CACHE_FOLDER` at the disk', undefined],
  ['The order (by name - newest first) stays', undefined],
  ['so that’s an old container', undefined],
])('finds the part of a sentence that says why: %s', (text, why) => {
  expect(reasonIn(text)).toBe(why)
})

it('takes what speaks for the option that was chosen', () => {
  const questions = [
    {
      question: 'Which store?',
      options: [
        { label: 'Files', description: 'Nothing to install.' },
        { label: 'A database', description: 'Fast to search.' },
      ],
    },
  ]
  const asked: Did = {
    kind: 'did',
    act: claudeCode.tools.act('AskUserQuestion', { questions }),
    outcome: claudeCode.tools.outcome('User has answered your questions: "Which store?"="Files". Go on.', false),
  }
  const [decision] = decisionsIn([user('Go.'), asked])
  expect(decision).toMatchObject({ text: 'Which store? → Files', why: 'Nothing to install.', rejected: ['A database'] })
  expect(decisionText(decision!)).toBe('Which store? → Files Why: Nothing to install. (round 1)')
})

it('takes why an agent proposed it, or took it up', () => {
  const agreed = decisionsIn(
    [
      user('How to sort?'),
      agent('Times lie because clocks differ. Shall I sort `list.ts` by the tree instead of by times?'),
    ],
    [user('yes'), edited, agent('Done.')],
  )
  expect(agreed).toMatchObject([{ why: 'Times lie because clocks differ.' }])
  const taken = decisionsIn([
    user('I think we should sort by the tree'),
    agent('Good idea - the tree is never wrong about order.'),
    edited,
    agent('Done.'),
  ])
  expect(taken).toMatchObject([{ why: 'the tree is never wrong about order.' }])
})

it('takes the beginning of an approved plan', () => {
  const plan = '# Sort the list\n\n## Context\n\nTimes lie.\n\n### 1. Read the tree\n\n### 2. Sort by it\n'
  expect(decisionsIn([user(`Implement the following plan:\n\n${plan}`)])).toMatchObject([{ why: 'Times lie.' }])
})

it('masks a secret in a reason that was given elsewhere, and keeps the rest of it', async () => {
  const key = ['AKIA', 'Q3EGRT7YUVW2X5ZN'].join('')
  const asking = `Times lie because clocks differ and AWS_ACCESS_KEY_ID=${key} is old. Shall I sort \`list.ts\` by the tree?`
  const events = [
    [user('How to sort?'), agent(asking)],
    [user('yes'), edited, agent('Done.')],
  ]
  const state = await digestState(events.map((events, at) => ({ round: at + 1, at: null, events })))
  const why = state.entries.flatMap((one) => (one.kind === 'decision' ? [one.why] : []))
  expect(why).toEqual([expect.stringContaining('Times lie because clocks differ')])
  expect(JSON.stringify(state)).not.toContain(key)
})

it('leaves room in its line for where to look', () => {
  const text = `Take that approach ${'with the tree '.repeat(20)}`
  const entry = { kind: 'decision', who: 'user', text, names: [], sure: 1, round: 1200, place: 0 } as const
  for (const length of [40, 100, 200, 400]) {
    const line = withLead(
      `- ${decisionText({ ...entry, text: text.slice(0, length), why: 'because it is '.repeat(20) })}`,
    )
    expect(line).toContain('inject round 1200')
    expect(line.length).toBeLessThanOrEqual(300)
  }
})
