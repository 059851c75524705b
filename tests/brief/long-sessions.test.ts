import { expect, it } from 'vitest'
import { factsOf } from '../../src/brief/facts/facts-of.ts'
import type { RoundEvent } from '../../src/brief/round.ts'
import { wordsOf } from '../../src/brief/words/words-of.ts'
import { edit, roundsOf, run, said } from './made-rounds.ts'

const ROUNDS = 30_000

it.each<[string, (round: number) => readonly RoundEvent[]]>([
  [
    'files that are new and committed',
    (at) => [
      edit(`/w/f${at}.ts`, null, 'x'),
      run(`git add -A && git commit -m "${at}"`, 0, `[main ${(at + 0x1000000).toString(16)}] ${at}`),
    ],
  ],
  [
    'changes of one file',
    (at) => [edit('/w/a.ts', `v${at}`, `v${at + 1}`), run('npm test', 0, ' Tests  3 passed (3)')],
  ],
  ['errors and reruns', (at) => [run(`make part${at}`, 2, `error: E${at} is missing`), run(`make part${at % 100}`)]],
  [
    'words, ids and short answers',
    (at) => [
      said('user', 'yes'),
      run('gh run list', 0, `run-${at}abc1 done`),
      said('agent', `run-${at}abc1 is done. 1. go on 2. stop`),
    ],
  ],
  [
    'stashes',
    (at) => [
      edit('/w/a.ts', `v${at}`, `v${at + 1}`),
      run('git stash', 0, 'Saved working directory'),
      run('git stash pop', 0, 'Dropped x'),
    ],
  ],
])(
  'takes no square of the rounds: %s',
  (_, eventsOf) => {
    const session = roundsOf(...Array.from({ length: ROUNDS }, (_, at) => eventsOf(at)))
    expect(factsOf(session)).toBeDefined()
    expect(wordsOf(session)).toBeDefined()
  },
  120_000,
)
