import { expect, it } from 'vitest'
import type { BriefRound } from '../../src/brief/round.ts'
import { briefOf } from '../../src/brief/session-brief.ts'

const NONE = { current: [], over: [], refused: [] }

it('facts, words and entries stand beside one another, each with its rounds', () => {
  const rounds: readonly BriefRound[] = [
    {
      round: 1,
      at: null,
      events: [
        { kind: 'said', who: 'user', text: 'Make the tests pass.' },
        {
          kind: 'did',
          act: { role: 'run', files: [], command: 'npm test' },
          outcome: { failed: true, exit: 1, output: 'Tests  1 failed | 4 passed (5)\n' },
        },
        { kind: 'said', who: 'agent', text: 'One fails.' },
      ],
    },
  ]
  const brief = briefOf(rounds, NONE, { chars: 60, last: 1 })
  expect(brief.words.map(({ who, text, round }) => [round, who, text])).toEqual([
    [1, 'user', 'Make the tests pass.'],
    [1, 'agent', 'One fails.'],
  ])
  expect(brief.facts.tests).toMatchObject([
    { command: 'npm test', rounds: [1], result: { outcome: 'failed', failed: 1 } },
  ])
})
